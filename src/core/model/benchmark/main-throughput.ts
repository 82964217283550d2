// The throughput that curves and searches of a benchmark are drawn over.
import type { RunSummary } from '../run/run-summary.ts'
import { taskOf, type BackendChoice } from './backend-traits.ts'

/** Requests per second if the tokens of the run were not counted. */
export function mainThroughput({
  config,
  summary,
}: Readonly<{ config: BackendChoice; summary: RunSummary }>): number {
  return summary[taskOf(config).throughputs[0]] ?? summary.requestThroughput
}
