// How late the responses of a run were, and who held them up.
import { changesRate } from '#core/traits/load-traits.ts'
import { latenessAt } from '#core/stats/certainty/response-pace.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'
import { rejectedPerAdmitted } from '#core/stats/genuine-failures.ts'
import { scheduledUnits } from '#core/stats/schedule-units.ts'
import { summariesByServer } from './by-server.ts'
import { heldDelay } from './saturation.ts'
import { shownLoadOf } from './shown-load.ts'

/** The last response of a shorter run is too random, so only a standing queue counts. */
const fewestResponsesLong = 2

/** Standard error of the lateness of a run with one request; falls with √requests. */
const latenessError = 0.4

/** How late a run is, and the standard error of that. */
type Lateness = Readonly<{ late: number; error: number }>
type RunLateness = Readonly<{ server: Lateness; limit: Lateness }>

/**
 * Lateness caused by the server, and lateness caused by the limit on requests in flight. Null if no steady rate was requested, or
 * the run recorded no pace. The server's is taken from load ÷ capacity if that has the smaller error. Of several servers the latest
 * counts.
 */
export function latenessOf(config: JudgedConfig, summary: JudgedSummary): RunLateness | null {
  if (config.requestRate === 'inf' || changesRate(config)) return null
  const servers = summariesByServer(summary).flatMap((one) => latenessOfServer(config, one) ?? [])
  const excess = ({ server }: RunLateness) => server.late - server.error
  return servers.toSorted((one, other) => excess(other) - excess(one))[0] ?? null
}

function latenessOfServer(config: JudgedConfig, summary: JudgedSummary): RunLateness | null {
  const pace = summary.certainty?.pace ?? null
  if (pace === null) return null
  const held = heldDelay(config, pace)
  const standingWait = pace.standingWaitS / pace.scheduleS
  const { count, meanS } = scheduledUnits(summary, pace)
  const isShort = pace.scheduleS < fewestResponsesLong * meanS
  const last = isShort ? 0 : latenessAt(summary.lightPace ?? pace.fastest, pace)
  const seen = Math.max(last - held.lateness, standingWait - held.standingWait)
  const error = latenessError / Math.sqrt(count)
  const load = shownLoadOf(summary, pace)
  const isSurer = load !== null && load.error < error
  return {
    server: {
      late: Math.max(isSurer ? load.share - 1 : seen, rejectedPerAdmitted(summary)),
      error: isSurer ? load.error : error,
    },
    limit: {
      late: Math.max(isShort ? 0 : Math.min(last, held.lateness), held.standingWait),
      error,
    },
  }
}
