// Metrics that comparisons of runs use: some scalars, the latencies every run has, and the share of failed requests.
import { exactUnit } from '#core/metrics/latency-unit.ts'
import { type MetricName, metricNames, statisticName } from '#core/metrics/latencies.ts'
import type { FigureLack } from './figure-lack.ts'
import { leadBy, scalarOf, scalarsWith, type ScalarWith } from './scalar-names.ts'

export type ComparedScalar = ScalarWith<'compared'>
export type FigureName = MetricName | ComparedScalar | 'failedShare'
/** Metrics that a limit can be set on. `goodShare` is the share of requests within every limit of `--goodput`. */
export type LimitMetric = FigureName | 'goodShare'

/** Compared scalars, in the order that comparisons show them. */
export const comparedScalars = leadBy(
  ['outputThroughput', 'requestThroughput', 'totalTokenThroughput'],
  scalarsWith('compared'),
  (name) => scalarOf(name).compared?.after,
)

export type FigureTraits = Readonly<{
  family: 'throughput' | 'amount' | 'latency' | 'share'
  /** Empty for a plain number. */
  unit: string
  /** Stored value of 1 unit; 1 if absent. Ratios of latencies are stored in ms per second. */
  keptAs?: number
  lowerIsBetter: boolean
  /** Higher load improves it until the server saturates. */
  improvesWithLoad?: boolean
  /** Counts only requests within every limit of `--goodput`, so the run needs such limits. */
  needsGoals?: boolean
  /** Reason why a run may have no value. */
  lack: FigureLack
  /** Differences up to this do not matter; if absent, the threshold is a share of the value. */
  negligible?: number
}>

function traitsOf(name: ComparedScalar): FigureTraits {
  const { compared, unit, better } = scalarOf(name)
  const { family = 'amount', lack = 'values' } = compared ?? {}
  return {
    ...{ family, unit, lowerIsBetter: better === 'lower', lack },
    needsGoals: compared?.needsGoals ?? false,
    improvesWithLoad: compared?.improvesWithLoad ?? family === 'throughput',
    ...(family === 'share' && { negligible: 0.01 }),
  }
}

const latency = { family: 'latency', lowerIsBetter: true, lack: 'values' } as const
const share = { family: 'share', unit: '', negligible: 0.01 } as const

function latencyTraits(name: MetricName): FigureTraits {
  const { symbol: unit, ms } = exactUnit(name)
  return { ...latency, unit, ...(ms !== 1 && { keptAs: ms }) }
}

export const figureTraits = {
  ...Object.fromEntries(comparedScalars.map((name) => [name, traitsOf(name)])),
  ...Object.fromEntries(metricNames.map((name) => [name, latencyTraits(name)])),
  failedShare: { ...share, lowerIsBetter: true, lack: 'failures' },
  goodShare: { ...share, lowerIsBetter: false, needsGoals: true, lack: 'goodput' },
} as Readonly<Record<LimitMetric, FigureTraits>>

export const limitedFigures: readonly LimitMetric[] = [
  ...metricNames,
  ...comparedScalars,
  'failedShare',
  'goodShare',
]

/** Converts a stored value to the unit of its metric. */
export function inItsUnit(name: LimitMetric, kept: number): number {
  return kept / (figureTraits[name].keptAs ?? 1)
}

export function isLatency(name: LimitMetric): name is MetricName {
  return figureTraits[name].family === 'latency'
}

export type MetricStatistic = Readonly<{
  name: LimitMetric
  /** Percentile of a latency, 0–100; null for the mean and for metrics other than latencies. */
  percentile: number | null
}>

/** Spellings that are shorter than the names. */
const shortWords: Readonly<Partial<Record<LimitMetric, string>>> = {
  failedShare: 'errors',
  goodShare: 'goodput',
}

/** Name without the statistic of a latency. */
export function figureWord(name: LimitMetric): string {
  if (isLatency(name)) return name
  return shortWords[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function figureWords({ name, percentile }: MetricStatistic): string {
  return isLatency(name) ? `${statisticName(percentile)} ${name}` : figureWord(name)
}

/** Names of the metrics other than latencies. */
export const scalarWords: readonly string[] = limitedFigures
  .filter((name) => !isLatency(name))
  .map(figureWord)

/** Inverse of `figureWords`: ignores case, accepts spaces or underscores for hyphens; null for an unknown metric. */
export function parseFigureWords(text: string): MetricStatistic | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const scalar = limitedFigures.find((name) => !isLatency(name) && figureWord(name) === words)
  if (scalar !== undefined) return { name: scalar, percentile: null }
  const [, statistic = '', digits, latency] = statisticOf.exec(words) ?? []
  const name = metricNames.find((known) => known.replaceAll('_', '-') === latency)
  const percentile = digits === undefined ? namedStatistics[statistic] : Number(digits)
  if (name === undefined || percentile === undefined || Number(percentile) > 100) return null
  return { name, percentile }
}

const statisticOf = /^(mean|median|p(\d+(?:\.\d+)?(?:e[+-]?\d+)?))-(.+)$/
const namedStatistics: Readonly<Record<string, number | null>> = { mean: null, median: 50 }

/** Returns `<=` if less is better. */
export function boundSign(name: LimitMetric): '<=' | '>=' {
  return figureTraits[name].lowerIsBetter ? '<=' : '>='
}
