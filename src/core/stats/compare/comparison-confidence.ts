// How sure a comparison is of each of its figures: so sure that all figures of a headline hold together with 95 %.
import type { Interval, KnownFigure } from '../certainty/interval.ts'

/** Of each interval. A headline has five figures at most, so that all of them hold with 95 % (Bonferroni). */
export const comparisonConfidence = 0.99

/** Of the normal distribution: reach of 99 % over that of 95 %. */
const wider = 2.5758 / 1.96

/** A figure of 0 or more whose interval was of 95 %; by logarithms, as ratios of such figures are. */
export function withComparisonInterval(figure: KnownFigure): KnownFigure {
  const { value, interval } = figure
  return { value, interval: interval && widened(value, interval) }
}

function widened(value: number, { low, high }: Interval): Interval {
  if (low <= 0 || value <= 0) {
    return { low: Math.max(0, value - wider * (value - low)), high: value + wider * (high - value) }
  }
  return { low: value * (low / value) ** wider, high: value * (high / value) ** wider }
}
