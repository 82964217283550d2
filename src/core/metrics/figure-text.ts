// Figures as files and flags write them: `p99 ttft`, `output-throughput`, `errors`.
import { figureTraits, isLatency, limitedFigures, type LimitedFigure } from './figures.ts'
import { metricNames, statisticName } from './latencies.ts'

/** One figure of a run. */
export type StatedFigure = Readonly<{
  name: LimitedFigure
  /** Of a latency, 0–100; null is its mean, as it is for what is no latency. */
  percentile: number | null
}>

/** Shorter than their names. */
const shortWords: Readonly<Partial<Record<LimitedFigure, string>>> = {
  failedShare: 'errors',
  goodShare: 'goodput',
}

/** Without the statistic of a latency. */
export function figureWord(name: LimitedFigure): string {
  if (isLatency(name)) return name
  return shortWords[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function figureWords({ name, percentile }: StatedFigure): string {
  return isLatency(name) ? `${statisticName(percentile)} ${name}` : figureWord(name)
}

/** What is no latency, as it is written. */
export const scalarWords: readonly string[] = limitedFigures
  .filter((name) => !isLatency(name))
  .map(figureWord)

/** The way back from `figureWords`, whatever its case, with spaces or underscores for hyphens; null for no figure. */
export function parseFigureWords(text: string): StatedFigure | null {
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

/** `<=` where less is better. */
export function boundSign(name: LimitedFigure): '<=' | '>=' {
  return figureTraits[name].lowerIsBetter ? '<=' : '>='
}
