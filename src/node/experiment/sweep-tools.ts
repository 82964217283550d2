// Operations that a sweep requires: start servers, measure points, store results.
import type { Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { LoggedValues, SweepLogKind } from '#core/model/sweep-log.ts'
import type { SearchedAnswer, SweepPoint, SweepStatus } from '#core/model/sweep.ts'
import type { SweepState } from '#core/sweep/sweep-move.ts'
import type { CacheReset } from './reset-caches.ts'

/** End states of a sweep; a paused or interrupted one can be resumed. */
export type SweepEnd = Exclude<SweepStatus, 'running'>

export type PointEnd = Readonly<{
  status: 'completed' | 'cancelled' | 'failed' | 'skipped'
  /** Null if nothing was measured. */
  summary: RunSummary | null
  /** Reason why the result does not show the server's speed: its requests failed, or it was skipped. */
  lostBecause: Text | null
  /** Reason why a run failed although its requests succeeded. */
  failedBecause?: Text | null
  /** Whether the connection to the server's host broke, so that the result says nothing about the server. */
  isHostLost?: boolean
}>

export type SweepTools<Ready> = Readonly<{
  state(): SweepState
  /** Stores an entry before it returns. */
  log(kind: SweepLogKind, values?: LoggedValues, point?: SweepPoint): void
  /** Replaces the point with the same index, or appends it. */
  savePoint(point: SweepPoint): void
  saveAnswer(found: SearchedAnswer): void
  /** Resolves with a ready server with the point's flags, started if needed. Rejects if that fails. */
  serverFor(point: SweepPoint, signal: AbortSignal): Promise<Ready>
  /** Restores every server. */
  putServersBack(): Promise<void>
  /** Reason to skip the point, now that its server runs; null to measure it. Rejects if that cannot be determined. */
  refusalOf?(point: SweepPoint, server: Ready, signal: AbortSignal): Promise<Text | null>
  resetCaches(server: Ready, signal: AbortSignal): Promise<CacheReset>
  /** Measures a point; always resolves. Marks the point as running, and links its run. */
  measure(point: SweepPoint, server: Ready, signal: AbortSignal): Promise<PointEnd>
  /** Awaited after each point that was measured or failed. */
  afterPoint?(point: SweepPoint): Promise<void>
  /** Whether a pause was requested since the last point began. */
  wantsPause(): boolean
  /** Waits; rejects when the signal aborts. */
  rest(seconds: number, signal: AbortSignal): Promise<void>
}>

// Values in a sweep's log for loads, ended points and searches.
type Values = LoggedValues

export function loadValues({ requestRate, maxConcurrency }: SweepPoint): Values {
  return { requestRate, ...(maxConcurrency !== null && { maxConcurrency }) }
}

type LoggedEnd = Omit<PointEnd, 'status'> &
  Readonly<{ status: SweepPoint['status'] | Extract<SweepEnd, 'interrupted'> }>

export function pointEndValues({ status, summary, lostBecause, failedBecause }: LoggedEnd): Values {
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
