// A figure that a gate watches and how much worse it may become: `p99 ttft: 5 %`, `output throughput: 3 %`.
import { figureWord, parseFigureWords } from '#core/metrics/figure-text.ts'
import { comparedScalars, isLatency } from '#core/metrics/figures.ts'
import { latencyLabels, statisticName } from '#core/metrics/latencies.ts'
import { figureInSentence } from '#core/stats/compare/headline.ts'
import type { NamedFigure } from '#core/stats/compare/comparable-figures.ts'
import type { Language } from '#core/messages/languages.ts'
import { parseShare } from '#core/sweep/limit-text.ts'

export type GateMetric = NamedFigure &
  Readonly<{
    /** The largest loss that is accepted: a share of the baseline; of failed requests, a difference of shares. Above 0. */
    tolerance: number
  }>

/** What is no latency, as a gate file writes it. */
export const gatedScalars: readonly string[] = [...comparedScalars, 'failedShare' as const].map(
  figureWord,
)

/** Null for what names no figure of a comparison. */
export function parseFigure(text: string): NamedFigure | null {
  const { name, percentile } = parseFigureWords(text) ?? {}
  return name === undefined || name === 'goodShare' || percentile === undefined
    ? null
    : { name, percentile }
}

/** Null for what is no share above 0 and below 1; a number alone is a share as well. */
export function parseTolerance(value: unknown): number | null {
  const share =
    typeof value === 'string' || typeof value === 'number' ? parseShare(`${value}`) : null
  return share !== null && share > 0 && share < 1 ? share : null
}

/** "p99 TTFT", "output throughput". */
export function figureName({ name, percentile }: NamedFigure, language: Language = 'en'): string {
  const words = figureInSentence(name, language)
  return isLatency(name) ? `${statisticName(percentile)} ${latencyLabels[name]}` : words
}
