// A report in a few sentences, for its page and for its summary in Markdown.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { grades, type Grade } from '#core/judgement/judgement.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import type { Report, ReportCell } from '../report.ts'
import { loadText, numberText } from './number-text.ts'

export const gradeMarks: Readonly<Record<Grade | 'unknown', string>> = {
  valid: '✓',
  caution: '▲',
  'not-usable': '✗',
  unknown: '–',
}

export function summarySentences(report: Report): string[] {
  return [
    gradeSentence(report),
    ...(isAnswered(report) ? [] : report.configurations).flatMap((_, configuration) =>
      configurationSentence(report, configuration),
    ),
  ]
}

/** Its sweeps have lines of their own. */
function isAnswered({ sweeps }: Report): boolean {
  return sweeps.length > 0 && sweeps.every(({ answers }) => answers.length > 0)
}

function gradeSentence({ points }: Report): string {
  const counted = [...grades, null].flatMap((grade) => {
    const count = points.filter((point) => point.grade === grade).length
    if (count === 0) return []
    const judged = message(grade === null ? 'judgement.notJudged' : `judgement.grade.${grade}`)
    return [`${count} ${inEnglish(judged).toLowerCase()}`]
  })
  return `${points.length === 1 ? '1 point' : `${points.length} points`}: ${counted.join(', ')}.`
}

/** Where the knee is, and what was measured there; else the most a configuration gave. */
function configurationSentence(
  { configurations, cells, metrics }: Report,
  configuration: number,
): string[] {
  const own = cells.filter((cell) => cell.configuration === configuration)
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
  const name = configurations.length > 1 ? `${configurations[configuration]?.name ?? ''}: ` : ''
  const what = best.isKnee ? 'at' : own.length > 1 ? 'the most was done at' : 'measured at'
  const sentence = `${name}${what} ${loadText(best.rate, best.concurrency)}, with ${figures.join(', ')}.`
  const knee = configurations[configuration]?.knee ?? null
  return [
    ...(knee === null ? [] : [`${name}${knee}.`]),
    sentence.slice(0, 1).toUpperCase() + sentence.slice(1),
  ]
}

function greatest(cells: readonly ReportCell[]): ReportCell | undefined {
  return cells.toSorted(
    (a, b) => b.throughputs.requestThroughput[0] - a.throughputs.requestThroughput[0],
  )[0]
}
