// What a report comes to, in a few sentences, for its page and for its summary in Markdown.
import { latencyLabels } from '../../model/figures/latency-names.ts'
import { doubtCodes } from '../../model/verdict.ts'
import type { Report, ReportCell, ReportPoint } from '../report.ts'
import { loadText, numberText } from './number-text.ts'

export const verdictMarks: Readonly<
  Record<NonNullable<ReportPoint['verdict']> | 'unknown', string>
> = {
  valid: '✓',
  'nothing-measured': '✗',
  errors: '✗',
  'client-limited': '✗',
  saturated: '▲',
  cancelled: '▲',
  'not-steady': '▲',
  'cache-polluted': '✗',
  'too-few-samples': '△',
  unknown: '–',
}

export function summarySentences(report: Report): string[] {
  return [verdictSentence(report), ...report.arms.flatMap((_, arm) => armSentence(report, arm))]
}

function verdictSentence({ points }: Report): string {
  const counted = (['valid', ...doubtCodes, null] as const).flatMap((code) => {
    const count = points.filter(({ verdict }) => verdict === code).length
    if (count === 0) return []
    return [`${count} ${code === null ? 'that nobody can judge' : code.replaceAll('-', ' ')}`]
  })
  return `${points.length === 1 ? '1 point' : `${points.length} points`}: ${counted.join(', ')}.`
}

/** The knee where there is one, else the most an arm gave. */
function armSentence({ arms, cells, metrics }: Report, arm: number): string[] {
  const own = cells.filter((cell) => cell.arm === arm)
  const best = own.find(({ isKnee }) => isKnee) ?? greatest(own)
  if (best === undefined) return []
  const [metric = 'e2el'] = metrics
  const median = best.latencies[metric]?.p50?.[0]
  const figures = [
    `${numberText(best.throughputs.requestThroughput[0])} req/s`,
    ...(metric === 'ttft'
      ? [`${numberText(best.throughputs.outputThroughput[0])} output tok/s`]
      : []),
    ...(median === undefined ? [] : [`p50 ${latencyLabels[metric]} ${numberText(median)} ms`]),
  ]
  const name = arms.length > 1 ? `${arms[arm]?.name ?? ''}: ` : ''
  const what = best.isKnee
    ? 'the knee is at'
    : own.length > 1
      ? 'the most was done at'
      : 'measured at'
  const sentence = `${name}${what} ${loadText(best.rate, best.concurrency)}, with ${figures.join(', ')}.`
  return [sentence.slice(0, 1).toUpperCase() + sentence.slice(1)]
}

function greatest(cells: readonly ReportCell[]): ReportCell | undefined {
  return cells.toSorted(
    (a, b) => b.throughputs.requestThroughput[0] - a.throughputs.requestThroughput[0],
  )[0]
}
