// The pace of a server under the lightest load that a sweep has measured with the same settings.
import type { LightPace } from '#core/model/run/certainty.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepPoint } from '#core/model/sweep/sweep.ts'
import { countsTokens } from '../stats/as-asked.ts'
import { configurationKey } from './cells.ts'

/** Fewer responses show no pace. */
const fewestResponses = 10

/** Null if too few requests got a response, or nothing counted their tokens. A response in one piece counts by its whole time. */
export function lightPaceOf(summary: RunSummary): LightPace | null {
  const { completed, metrics } = summary
  if (completed < fewestResponses || !countsTokens(summary)) return null
  const isStreamed = metrics.ttft.median > 0
  return {
    ttftMs: isStreamed ? metrics.ttft.median : metrics.e2el.median,
    tpotMs: isStreamed ? metrics.tpot.median : 0,
  }
}

type Measured = Readonly<{
  points: readonly SweepPoint[]
  /** Of the points that completed, by index. */
  summaries: ReadonlyMap<number, RunSummary>
}>

/** Of the lightest load below that of the point; null before one is measured. */
export function lightPaceFor(point: SweepPoint, { points, summaries }: Measured): LightPace | null {
  const lighter = points
    .filter(
      (other) =>
        configurationKey(other) === configurationKey(point) && loadOf(other) < loadOf(point),
    )
    .toSorted((a, b) => loadOf(a) - loadOf(b))
  for (const { index } of lighter) {
    const summary = summaries.get(index)
    const pace = summary === undefined ? null : lightPaceOf(summary)
    if (pace !== null) return pace
  }
  return null
}

function loadOf({ requestRate }: SweepPoint): number {
  return requestRate === 'inf' ? Infinity : requestRate
}
