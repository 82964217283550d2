// The reasons against points, worst first: what to change, and the evidence of each point; then failures.
import { reasonCodes, reasonGrades, type ReasonCode } from '#core/judgement/judgement.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import { element, escaped } from '#core/report/markup.ts'
import type { ReportPoint, ReportReason } from '../report.ts'
import { list, section } from './blocks.ts'
import { loadText } from './number-text.ts'
import { rangesText } from './ranges-text.ts'
import { gradeMarks } from './summary-sentences.ts'

/** Empty where every point is valid. */
export function reasonSections(points: readonly ReportPoint[]): string[] {
  const blocks = [...reasonCodes.flatMap((code) => reasonBlock(code, points)), ...failures(points)]
  return blocks.length === 0 ? [] : [section('reasons', 'Reasons for caution', ...blocks)]
}

type Affected = Readonly<{ point: ReportPoint; reason: ReportReason }>

function reasonBlock(code: ReasonCode, points: readonly ReportPoint[]): string[] {
  const affected = points.flatMap((point): Affected[] => {
    const reason = point.reasons.find((each) => each.code === code)
    return reason === undefined ? [] : [{ point, reason }]
  })
  const [first] = affected
  if (first === undefined) return []
  const numbers = affected.map(({ point }) => point.number)
  const many = numbers.length > 1
  return [
    element(
      'div',
      { class: 'reason' },
      element(
        'h3',
        {},
        escaped(
          `${gradeMarks[reasonGrades[code]]} ${inEnglish(message(`judgement.reason.${code}`))}: `,
        ),
        element('span', { class: 'dim' }, `${many ? 'points' : 'point'} ${rangesText(numbers)}`),
      ),
      element('p', {}, escaped(first.reason.advice)),
      evidence(affected),
    ),
  ]
}

function evidence(affected: readonly Affected[]): string {
  return element(
    'details',
    {},
    element('summary', {}, 'Evidence'),
    list(
      affected.map(
        ({ point, reason }) =>
          `Point ${point.number}, ${loadText(point.rate, point.concurrency)}: ${reason.evidence}`,
      ),
    ),
  )
}

/** Runs that failed, and failed requests by error. */
function failures(points: readonly ReportPoint[]): string[] {
  const sentences = points.flatMap(({ number, failure, errors }) => [
    ...(failure === null ? [] : [`Point ${number}: ${failure}`]),
    ...errors.map(({ count, code, message }) => `Point ${number}: ${count} × ${code}: ${message}`),
  ])
  if (sentences.length === 0) return []
  return [element('div', { class: 'reason' }, element('h3', {}, 'Failures'), list(sentences))]
}
