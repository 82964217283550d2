// Our latencies beside those the server measured of itself, in a line for the console.
import { latencyLabels, metricNames } from '#core/metrics/latencies.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import { comparedLatencies, type ComparedLatency } from '../../stats/compared-latencies.ts'

/** Empty where the server does not report it. */
export function serverLatencyNote(summary: RunSummary): readonly string[] {
  const compared = comparedLatencies(summary)
  const parts = metricNames.flatMap((metric) => {
    const latency = compared[metric]
    return latency === undefined ? [] : [`${latencyLabels[metric]} ${partText(latency)}`]
  })
  return parts.length === 0 ? [] : [`By the server’s own count, on average: ${parts.join('; ')}.`]
}

function partText({ serverMeanMs, differenceMs }: ComparedLatency): string {
  const sign = differenceMs < 0 ? '-' : '+'
  return `${serverMeanMs.toFixed(2)} ms (ours ${sign} ${Math.abs(differenceMs).toFixed(2)} ms)`
}
