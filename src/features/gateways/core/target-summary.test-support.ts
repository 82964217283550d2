// A server that shared the load of a run, for tests.
import { unmeasured } from '#core/model/run/metric-stats.ts'
import type { TargetSummary } from './target-summary.ts'

const nothing = { ...unmeasured, medianInterval: null }

export function exampleTarget(changes: Partial<TargetSummary> = {}): TargetSummary {
  return {
    requests: 100,
    completed: 100,
    failed: 0,
    rejected: 0,
    rejectedAttempts: 0,
    inputTokens: 0,
    outputTokens: 0,
    requestThroughput: 1,
    outputThroughput: 1,
    ttft: nothing,
    tpot: nothing,
    e2el: nothing,
    ...changes,
  }
}
