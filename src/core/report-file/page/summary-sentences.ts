// Summary of a report in a few sentences, for its page and for Markdown.
import { rateText } from '#core/sweep/knee-text.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { grades } from '#core/model/run/judgement.ts'
import type { Language } from '#core/messages/languages.ts'
import { listed, message, type Message, type Text, textIn } from '#core/messages/message.ts'
import type { Report, ReportLoadPoint } from '../report.ts'
import { loadText } from './number-text.ts'
import { numberText } from '#core/base/saved-number.ts'

export function summarySentences(report: Report, language: Language): string[] {
  const { configurations } = report
  return [
    gradeSentence(report, language),
    ...(isAnswered(report) ? [] : configurations).flatMap(({ name, knee }, configuration) => {
      const named = (text: Text) =>
        textIn(
          language,
          configurations.length > 1 ? message('common.at', { place: name, text }) : text,
        )
      return [
        ...(knee === null ? [] : [named(message('common.sentence', { text: knee }))]),
        ...bestSentence(report, configuration).map(named).map(capitalised),
      ]
    }),
  ]
}

function capitalised(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

/** Sweeps have separate answer lines. */
function isAnswered({ sweeps }: Report): boolean {
  return sweeps.length > 0 && sweeps.every(({ answers }) => answers.length > 0)
}

function gradeSentence({ points }: Report, language: Language): string {
  const counted = [...grades, null].flatMap((grade) => {
    const count = points.filter((point) => point.grade === grade).length
    if (count === 0) return []
    const judged = message(grade === null ? 'judgement.notJudged' : `judgement.grade.${grade}`)
    return [
      message('report.countedGrade', { count, grade: textIn(language, judged).toLowerCase() }),
    ]
  })
  return textIn(
    language,
    message('report.counted', { count: points.length, grades: listed(counted) }),
  )
}

/** Values at the knee; without a knee, the maximum that the configuration reached. */
function bestSentence({ cells, metrics }: Report, configuration: number): Message[] {
  const own = cells.filter((cell) => cell.configuration === configuration)
  const best = own.find(({ isKnee }) => isKnee) ?? greatest(own)
  if (best === undefined) return []
  const [metric = 'e2el'] = metrics
  const { requestThroughput, outputThroughput } = best.throughputs
  const median = best.latencies[metric]?.p50?.[0]
  const figures = [
    rateText(numberText(requestThroughput[0]), 'inFlight'),
    ...(metric === 'ttft'
      ? [message('report.outputPerS', { rate: numberText(outputThroughput[0]) })]
      : []),
    ...(median === undefined
      ? []
      : [message('report.median', { metric: latencyLabels[metric], value: numberText(median) })]),
  ]
  const place = best.isKnee ? 'knee' : own.length > 1 ? 'most' : 'only'
  return [
    message(`report.measured.${place}`, {
      load: loadText(best),
      figures: listed(figures),
    }),
  ]
}

function greatest(cells: readonly ReportLoadPoint[]): ReportLoadPoint | undefined {
  return cells.toSorted(
    (a, b) => b.throughputs.requestThroughput[0] - a.throughputs.requestThroughput[0],
  )[0]
}
