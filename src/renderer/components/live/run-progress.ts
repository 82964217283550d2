// How far a run is, from its newest snapshot.
import type { LiveSnapshot } from '#core/model/run/run.ts'

export function endedRequests({ completed, failed }: LiveSnapshot): number {
  return completed + failed
}

/** Share of the planned requests that ended, 0–1; null before anything is known. */
export function runProgress(snapshot: LiveSnapshot | null): number | null {
  if (snapshot === null || snapshot.planned === 0) return null
  return Math.min(1, endedRequests(snapshot) / snapshot.planned)
}
