// What the story of a sweep needs done: servers started, points measured, things written down.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep/sweep-log.ts'
import type { FoundAnswer, SweepPoint, SweepStatus } from '#core/model/sweep/sweep.ts'
import type { SweepState } from '#core/sweep/moves/sweep-move.ts'
import type { CacheReset } from './reset-caches.ts'

/** How a sweep may end; a paused or interrupted one can be resumed. */
export type SweepEnd = Exclude<SweepStatus, 'running'>

export type PointEnd = Readonly<{
  status: 'completed' | 'cancelled' | 'failed'
  /** Null where nothing was measured. */
  summary: RunSummary | null
  /** Why it says nothing of the server, where its requests did not get through. */
  lostBecause: string | null
}>

export type SweepTools<Ready> = Readonly<{
  /** As it is stored now. */
  state(): SweepState
  /** Stored before this returns. */
  log(kind: SweepLogKind, values?: SweepLogEntry['values'], point?: SweepPoint): void
  /** Puts it in the place of the one with its index, or behind the last. */
  savePoint(point: SweepPoint): void
  saveAnswer(found: FoundAnswer): void
  /** Ready with the flags the point wants, started for it where it is not. Rejects where it cannot be. */
  serverFor(point: SweepPoint, signal: AbortSignal): Promise<Ready>
  /** Every server as it was before. */
  putServersBack(): Promise<void>
  resetCaches(server: Ready, signal: AbortSignal): Promise<CacheReset>
  /** Resolves however it ends. Marks the point as running, with its run. */
  measure(point: SweepPoint, server: Ready, signal: AbortSignal): Promise<PointEnd>
  /** Asked for since the last point began. */
  wantsPause(): boolean
  /** Rejects when the signal aborts. */
  rest(seconds: number, signal: AbortSignal): Promise<void>
}>
