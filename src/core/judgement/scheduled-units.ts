// The units that the rate of a run schedules.
import type { ResponsePace } from '#core/model/run/certainty.ts'
import type { JudgedSummary } from './judged-run.ts'

type ScheduledUnits = NonNullable<ResponsePace['conversations']>

/** Requests, or conversations, whose turns follow from the answers. */
export function scheduledUnits(
  { completed, metrics }: JudgedSummary,
  { conversations }: ResponsePace,
): ScheduledUnits {
  const { mean, median, std } = metrics.e2el
  const [meanS, medianS, stdS] = [mean / 1000, median / 1000, (std ?? 0) / 1000]
  return conversations ?? { count: completed, meanS, medianS, stdS }
}
