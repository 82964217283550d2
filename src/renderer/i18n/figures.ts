// Figures of runs as the window shows them, each with its unit.
import { figureTraits, inItsUnit, type LimitMetric } from '#core/metrics/figures.ts'
import { dash, formatNumber, formatShare, withUnit } from '#core/base/numbers.ts'
import { latencyFormat, type LatencyUnit } from '#core/metrics/latency-unit.ts'
import { formatLatency } from './times.ts'

/** A value as it is kept: `302 ms`, `0.42`, `60 %`, `2.31 J/tok`; a latency in the unit of the page, if it has one. */
export function formatFigure(
  name: LimitMetric,
  kept: number | null | undefined,
  pageUnit: LatencyUnit | null = null,
): string {
  if (kept === null || kept === undefined || Number.isNaN(kept)) return dash
  const { family, unit } = figureTraits[name]
  if (family === 'share') return formatShare(kept)
  if (pageUnit !== null) return withUnit(latencyFormat(pageUnit)(kept), pageUnit.symbol)
  if (unit === 'ms') return formatLatency(kept)
  return withUnit(formatNumber(inItsUnit(name, kept)), unit)
}
