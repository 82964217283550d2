// A figure that a gate watches and how much worse it may become: `p99 ttft: 5 %`, `output throughput: 3 %`.
import { comparedScalars } from '#core/metrics/figures.ts'
import { latencyLabels, metricNames, statisticName } from '#core/metrics/latencies.ts'
import { figureInSentence } from '#core/stats/compare/headline.ts'
import type { NamedFigure } from '#core/stats/compare/comparable-figures.ts'
import type { Language } from '#core/messages/languages.ts'
import { isLatency } from '#core/metrics/figures.ts'
import { parseShare } from '#core/sweep/limits.ts'

export type GatedFigure = NamedFigure &
  Readonly<{
    /** The largest loss that is accepted: a share of the baseline; of failed requests, a difference of shares. Above 0. */
    tolerance: number
  }>

/** `request-throughput` for `requestThroughput`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** As a gate file writes them. */
export const figureExamples: readonly string[] = [
  ...['p99 ttft', 'mean tpot', 'p50 e2el'],
  ...comparedScalars.map(kebab),
  'errors',
]

/** Null for what names no figure. */
export function parseFigure(text: string): NamedFigure | null {
  const words = text.trim().toLowerCase().replaceAll('_', '-').split(/\s+/)
  if (words.join('-') === 'errors') return { name: 'failedShare', percentile: null }
  const scalar = comparedScalars.find((name) => kebab(name) === words.join('-'))
  if (scalar !== undefined) return { name: scalar, percentile: null }
  const [statistic = '', ...latency] = words.join('-').split('-')
  const name = metricNames.find((known) => known.replaceAll('_', '-') === latency.join('-'))
  const percentile = percentileNamed(statistic)
  return name === undefined || percentile === undefined ? null : { name, percentile }
}

/** Null is the mean, undefined no statistic. */
function percentileNamed(statistic: string): number | null | undefined {
  if (statistic === 'mean') return null
  if (statistic === 'median') return 50
  const [, digits] = /^p(\d+(?:\.\d+)?)$/.exec(statistic) ?? []
  return digits !== undefined && Number(digits) <= 100 ? Number(digits) : undefined
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
