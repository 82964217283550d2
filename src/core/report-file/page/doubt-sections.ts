// What speaks against points, doubt by doubt: what to change once, and the evidence of each point; then what failed.
import { doubtCodes, type DoubtCode } from '../../model/verdict.ts'
import { element, escaped } from '../../report/plots/markup.ts'
import type { ReportDoubt, ReportPoint } from '../report.ts'
import { list, section } from './blocks.ts'
import { loadText } from './number-text.ts'
import { rangesText } from './ranges-text.ts'
import { verdictMarks } from './summary-sentences.ts'

/** Nothing where every point may be believed. */
export function doubtSections(points: readonly ReportPoint[]): string[] {
  const blocks = [...doubtCodes.flatMap((code) => doubtBlock(code, points)), ...failures(points)]
  return blocks.length === 0 ? [] : [section('doubts', 'What speaks against points', ...blocks)]
}

type Doubted = Readonly<{ point: ReportPoint; doubt: ReportDoubt }>

function doubtBlock(code: DoubtCode, points: readonly ReportPoint[]): string[] {
  const doubted = points.flatMap((point): Doubted[] => {
    const doubt = point.doubts.find((each) => each.code === code)
    return doubt === undefined ? [] : [{ point, doubt }]
  })
  const [first] = doubted
  if (first === undefined) return []
  const numbers = doubted.map(({ point }) => point.number)
  const many = numbers.length > 1
  return [
    element(
      'div',
      { class: 'doubt' },
      element(
        'h3',
        {},
        escaped(`${verdictMarks[code]} ${code.replaceAll('-', ' ')}: `),
        element('span', { class: 'dim' }, `${many ? 'points' : 'point'} ${rangesText(numbers)}`),
      ),
      element('p', {}, escaped(first.doubt.advice)),
      evidence(doubted),
    ),
  ]
}

function evidence(doubted: readonly Doubted[]): string {
  return element(
    'details',
    {},
    element('summary', {}, 'Evidence'),
    list(
      doubted.map(
        ({ point, doubt }) =>
          `Point ${point.number}, ${loadText(point.rate, point.concurrency)}: ${doubt.evidence}`,
      ),
    ),
  )
}

/** Runs that broke off, and requests that failed, in the words that came with them. */
function failures(points: readonly ReportPoint[]): string[] {
  const sentences = points.flatMap(({ number, failure, errors }) => [
    ...(failure === null ? [] : [`Point ${number}: ${failure}`]),
    ...errors.map(({ count, code, message }) => `Point ${number}: ${count} × ${code}: ${message}`),
  ])
  if (sentences.length === 0) return []
  return [element('div', { class: 'doubt' }, element('h3', {}, 'Failures'), list(sentences))]
}
