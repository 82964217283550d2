// What the story of a sweep needs done: servers started, points measured, things written down.
import type { Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep/sweep-log.ts'
import type { SearchedAnswer, SweepPoint, SweepStatus } from '#core/model/sweep/sweep.ts'
import type { SweepState } from '#core/sweep/moves/next-move.ts'
import type { CacheReset } from './reset-caches.ts'

/** How a sweep may end; a paused or interrupted one can be resumed. */
export type SweepEnd = Exclude<SweepStatus, 'running'>

export type PointEnd = Readonly<{
  status: 'completed' | 'cancelled' | 'failed' | 'skipped'
  /** Null where nothing was measured. */
  summary: RunSummary | null
  /** Why it says nothing of the server's speed: its requests did not get through, or it was left out. */
  lostBecause: string | null
  /** Why a run failed although its requests did get through. */
  failedBecause?: string | null
  /** It says nothing of the server at all: the connection to its host broke. */
  isHostLost?: boolean
}>

export type SweepTools<Ready> = Readonly<{
  /** As it is stored now. */
  state(): SweepState
  /** Stored before this returns. */
  log(kind: SweepLogKind, values?: SweepLogEntry['values'], point?: SweepPoint): void
  /** Puts it in the place of the one with its index, or behind the last. */
  savePoint(point: SweepPoint): void
  saveAnswer(found: SearchedAnswer): void
  /** Ready with the flags the point wants, started for it where it is not. Rejects where it cannot be. */
  serverFor(point: SweepPoint, signal: AbortSignal): Promise<Ready>
  /** Every server as it was before. */
  putServersBack(): Promise<void>
  /** Why the point is left out, now that its server runs; null where it is measured. Rejects where that cannot be found out. */
  refusalOf?(point: SweepPoint, server: Ready, signal: AbortSignal): Promise<Text | null>
  resetCaches(server: Ready, signal: AbortSignal): Promise<CacheReset>
  /** Resolves however it ends. Marks the point as running, with its run. */
  measure(point: SweepPoint, server: Ready, signal: AbortSignal): Promise<PointEnd>
  /** Asked for since the last point began. */
  wantsPause(): boolean
  /** Rejects when the signal aborts. */
  rest(seconds: number, signal: AbortSignal): Promise<void>
}>

// What the entries of a sweep's log say of loads, of points that ended and of searches: figures, never sentences.
type Values = SweepLogEntry['values']

export function loadValues({ requestRate, maxConcurrency }: SweepPoint): Values {
  return { requestRate, ...(maxConcurrency !== null && { maxConcurrency }) }
}

type Ended = Omit<PointEnd, 'status'> &
  Readonly<{ status: SweepPoint['status'] | Extract<SweepEnd, 'interrupted'> }>

export function pointEndValues({ status, summary, lostBecause, failedBecause }: Ended): Values {
  const reason = lostBecause ?? failedBecause ?? null
  return {
    status,
    ...(reason !== null && { reason }),
    ...(summary !== null && {
      completed: summary.completed,
      failed: summary.failed ?? 0,
      requestThroughput: summary.requestThroughput,
      ...(summary.outputThroughput !== null && { outputThroughput: summary.outputThroughput }),
    }),
  }
}

export function answerValues({ answer }: SearchedAnswer): Values {
  const { ending, runs } = answer
  const load = answer.kind === 'capacity' ? answer.highestHeld : answer.knee
  return { kind: answer.kind, ending, runs, ...(load !== null && { load }) }
}
