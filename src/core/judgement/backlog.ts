// Whether requests piled up in the server: at a steady rate, answers that come back more slowly than requests leave.
// Formulas: docs/measuring.md.
import { genuineFailures } from '#core/stats/genuine-failures.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

export type Backlog = Readonly<{
  askedPerS: number
  answeredPerS: number
  /** Share of the requests that went unanswered while more were sent, beyond what failed. */
  share: number
  /** How far chance alone moves that share. */
  error: number
}>

/** Schedules and clocks are never exact; so much less than asked is still keeping up. */
export const tolerableBacklogShare = 0.05

/** A server that keeps up answers within so many times its shortest answer; longer ones have waited. */
const mostSlowness = 2

/** Null where no steady rate was asked, or nothing was answered while it lasted. */
export function backlogOf(
  { requestRate, rampUpStrategy, burstiness }: JudgedConfig,
  summary: JudgedSummary,
): Backlog | null {
  const { certainty, completed, failed, metrics } = summary
  const rate = certainty?.rate ?? null
  if (requestRate === 'inf' || rampUpStrategy !== null) return null
  if (rate === null || rate.answered === null) return null
  const requests = completed + (failed ?? 0)
  const askedPerS = rate.asked * (1 - (genuineFailures(summary) ?? 0) / requests)
  const share = 1 - rate.answered / askedPerS
  const shortestS = (metrics.e2el.min ?? 0) / 1000
  const usualS = Math.min(metrics.e2el.median / 1000, mostSlowness * shortestS)
  const compared = Math.max(1, rate.answered * (requests / rate.asked - shortestS))
  // Requests come in lumps, and the last lump is still being answered when the schedule ends.
  const lumpiness = burstiness === 'inf' ? 1 : Math.min(1, burstiness)
  const error = Math.sqrt(1 + (askedPerS * usualS) / lumpiness) / compared
  return { askedPerS, answeredPerS: rate.answered, share, error }
}
