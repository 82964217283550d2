// Pace of a server at the lowest load that its sweep measured with the same settings.
import type { LightPace } from '#core/model/run/certainty.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { countsTokens } from '../stats/as-asked.ts'
import { configurationKey } from './configurations.ts'

/** Minimum responses for a pace. */
const fewestResponses = 10

/** Null for too few responses, or without token counts. A non-streamed response counts with its total time. */
export function lightPaceOf(summary: RunSummary): LightPace | null {
  const { completed, metrics } = summary
  if (completed < fewestResponses || !countsTokens(summary)) return null
  const isStreamed = metrics.ttft.median > 0
  return {
    ttftMs: isStreamed ? metrics.ttft.median : metrics.e2el.median,
    tpotMs: isStreamed ? metrics.tpot.median : 0,
  }
}

type MeasuredPoints = Readonly<{
  points: readonly SweepPoint[]
  /** Summaries of completed points, by index. */
  summaries: ReadonlyMap<number, RunSummary>
}>

/** Pace of the lowest load below the point's; null until one is measured. */
export function lightPaceFor(
  point: SweepPoint,
  { points, summaries }: MeasuredPoints,
): LightPace | null {
  const lighter = points
    .filter(
      (other) =>
        configurationKey(other) === configurationKey(point) && rateOf(other) < rateOf(point),
    )
    .toSorted((a, b) => rateOf(a) - rateOf(b))
  for (const { index } of lighter) {
    const summary = summaries.get(index)
    const pace = summary === undefined ? null : lightPaceOf(summary)
    if (pace !== null) return pace
  }
  return null
}

export function rateOf({ requestRate }: SweepPoint): number {
  return requestRate === 'inf' ? Infinity : requestRate
}
