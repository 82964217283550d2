// Metric names as files and flags write them: `p99 ttft`, `output-throughput`, `errors`.
import { figureTraits, isLatency, limitedFigures, type LimitMetric } from './figures.ts'
import { metricNames, statisticName } from './latencies.ts'

export type MetricStatistic = Readonly<{
  name: LimitMetric
  /** Percentile of a latency, 0–100; null for the mean and for metrics other than latencies. */
  percentile: number | null
}>

/** Spellings shorter than the names. */
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

/** Written names of the metrics that are not latencies. */
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
