// Metric that a gate watches, with its tolerance: `p99 ttft: 5 %`, `output throughput: 3 %`.
import { figureWord, parseFigureWords } from '#core/metrics/figure-text.ts'
import { comparedScalars } from '#core/metrics/figures.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { parseShare } from '#core/sweep/limit-text.ts'

export type GateMetric = FigureIdentity &
  Readonly<{
    /** Largest accepted loss: a share of the baseline; for failed requests, a difference of shares. Above 0. */
    tolerance: number
  }>

/** Metrics other than latencies, as a gate file writes them. */
export const gatedScalars: readonly string[] = [...comparedScalars, 'failedShare' as const].map(
  figureWord,
)

/** Null if the text names no metric of a comparison. */
export function parseFigure(text: string): FigureIdentity | null {
  const { name, percentile } = parseFigureWords(text) ?? {}
  return name === undefined || name === 'goodShare' || percentile === undefined
    ? null
    : { name, percentile }
}

/** Null unless the value is a share above 0 and below 1; a plain number is also accepted. */
export function parseTolerance(value: unknown): number | null {
  const share =
    typeof value === 'string' || typeof value === 'number' ? parseShare(`${value}`) : null
  return share !== null && share > 0 && share < 1 ? share : null
}
