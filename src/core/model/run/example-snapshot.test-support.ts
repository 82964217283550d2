import type { LiveSnapshot } from './run.ts'

/** Snapshot of a run that has sent nothing yet. */
export function snapshotAt(elapsedS: number, parts: Partial<LiveSnapshot> = {}): LiveSnapshot {
  return {
    runId: 'r',
    elapsedS,
    planned: 100,
    sent: 0,
    completed: 0,
    failed: 0,
    rejected: 0,
    clientCancelled: 0,
    inFlight: 0,
    queued: 0,
    asked: 0,
    tokenEvents: 0,
    recentTtftMs: null,
    recentE2elMs: null,
    recentItlMs: null,
    etaS: null,
    client: { sendLagP99Us: 400, readLagP99Us: 1500, cpuShare: 0 },
    ...parts,
  }
}
