// Progress of a run, from its newest snapshot.
import type { BenchmarkStep } from '#core/model/run/benchmark-step.ts'
import { type EndedCounts, endedRequests, type LiveSnapshot } from '#core/model/run/run.ts'

type RequestProgress = EndedCounts & Pick<LiveSnapshot, 'planned'>

/** Fraction of the planned requests that ended, 0–1; null if unknown. */
export function runProgress(snapshot: LiveSnapshot | null): number | null {
  if (snapshot === null || snapshot.planned === 0) return null
  return Math.min(1, endedRequests(snapshot) / snapshot.planned)
}

/** Counts as awaiting the last responses when few are missing, not as soon as all requests are sent. */
const lastShare = 0.1

/** Null if the number of responses says enough. */
export function remarkableStep(
  step: BenchmarkStep | null,
  snapshot: RequestProgress,
): BenchmarkStep | null {
  if (step === null || step === 'running') return null
  const left = snapshot.planned - endedRequests(snapshot)
  return step === 'draining' && left > lastShare * snapshot.planned ? null : step
}
