// Reasons against points, worst first: the remedy and the evidence of each point; then warnings and failures.
import { type ReasonCode, reasonCodes, reasonTraits } from '#core/model/run/judgement.ts'
import type { Language } from '#core/messages/languages.ts'
import { message } from '#core/messages/message.ts'
import { element } from '#core/base/markup.ts'
import type { ReportPoint, ReportReason } from '../report.ts'
import { list, pointTitle, rangesText, shown, summary } from './number-text.ts'
import { warningsOf } from './point-warnings.ts'
import { gradeSigns } from '#core/documents/table.ts'

/** Empty if every point is valid. */
export function reasonBlocks(points: readonly ReportPoint[], language: Language): string[] {
  return [
    ...reasonCodes.flatMap((code) => reasonBlock(code, points, language)),
    ...warnings(points, language),
    ...failures(points, language),
  ]
}

type AffectedPoint = Readonly<{ point: ReportPoint; reason: ReportReason }>

function reasonBlock(
  code: ReasonCode,
  points: readonly ReportPoint[],
  language: Language,
): string[] {
  const affected = points.flatMap((point): AffectedPoint[] => {
    const reason = point.reasons.find((each) => each.code === code)
    return reason === undefined ? [] : [{ point, reason }]
  })
  const [first] = affected
  if (first === undefined) return []
  const numbers = rangesText(affected.map(({ point }) => point.number))
  const { grade } = reasonTraits[code]
  const head = message('report.reasonHead', {
    mark: gradeSigns[grade === 'valid' ? 'unknown' : grade],
    reason: message(`judgement.reason.${code}`),
  })
  const where = message(affected.length > 1 ? 'report.severalPoints' : 'report.onePoint', {
    numbers,
  })
  return [
    element(
      'div',
      { class: 'reason' },
      element(
        'h3',
        {},
        shown(head, language),
        element('span', { class: 'dim' }, shown(where, language)),
      ),
      element('p', {}, shown(first.reason.advice, language)),
      evidence(affected, language),
    ),
  ]
}

function evidence(affected: readonly AffectedPoint[], language: Language): string {
  const sentencesOf = affected.map(({ point, reason }) =>
    message('common.at', { place: pointTitle(point), text: reason.evidence }),
  )
  return element(
    'details',
    {},
    summary(message('report.evidence'), language),
    list(sentencesOf, language),
  )
}

function warnings(points: readonly ReportPoint[], language: Language): string[] {
  const found = warningsOf(points)
  if (found.length === 0) return []
  const texts = found.map(({ where, text }) => message('common.at', { place: where, text }))
  return [
    element(
      'div',
      { class: 'reason' },
      element('h3', {}, shown(message('report.warnings'), language)),
      list(texts, language),
    ),
  ]
}

/** Failed runs, and failed requests by error. */
function failures(points: readonly ReportPoint[], language: Language): string[] {
  const found = points.flatMap(({ number, failure, errors }) => {
    const place = message('report.point', { number })
    const texts = [
      ...(failure === null ? [] : [failure]),
      ...errors.map(({ count, code, message: english, text = english }) =>
        message('common.at', { place: `${count} × ${code}`, text }),
      ),
    ]
    return texts.map((text) => message('common.at', { place, text }))
  })
  if (found.length === 0) return []
  return [
    element(
      'div',
      { class: 'reason' },
      element('h3', {}, shown(message('report.failures'), language)),
      list(found, language),
    ),
  ]
}
