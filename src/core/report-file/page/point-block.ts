// One point on a report's page: its reliability and its plots.
import type { Language } from '#core/messages/languages.ts'
import { listed, message, sentences, type Text, textIn } from '#core/messages/message.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { pageSvg } from '#core/plots/page-svg.ts'
import { element, escaped } from '#core/base/markup.ts'
import type { PointDetail, ReportPoint } from '../report.ts'
import { pointFigures } from './point-figures.ts'
import { descriptions, momentText, shown } from './number-text.ts'
import { dash as none } from '#core/base/numbers.ts'
import { numberText } from '#core/base/saved-number.ts'
import { markText } from './point-columns.ts'

/** `id` distinguishes its plots from plots of other points. */
export function pointBlock(point: ReportPoint, id: string, language: Language): string {
  const { detail } = point
  const facts = descriptions(factsOf(point), language)
  if (detail === null) {
    return facts + element('p', { class: 'dim' }, shown(message('report.noRequests'), language))
  }
  const figures = pointFigures(detail, language).map(({ title, note, figure }, index) =>
    element(
      'figure',
      {},
      element(
        'figcaption',
        {},
        shown(title, language),
        element('small', {}, shown(note, language)),
      ),
      pageSvg(figure, `${id}-${index}`),
    ),
  )
  return facts + element('div', { class: 'charts' }, ...figures) + percentileTable(detail, language)
}

function factsOf(point: ReportPoint): (readonly [name: Text, text: Text])[] {
  const { answer, notes, judgement, reasons, limits, client } = point
  const run = `${point.name} (${point.runId.slice(0, 8)})`
  return [
    [message('report.row.run'), listed([run, ...point.marks.map(markText)])],
    ...(answer === null ? [] : [[message('report.row.answer'), answer] as const]),
    ...notes.map((note) => ['', note] as const),
    [message('report.column.verdict'), judgement],
    ...reasons.map(({ evidence, advice }) => ['', sentences([evidence, advice])] as const),
    ...limits.map(
      ({ held, text }) =>
        [message(held === true ? 'report.row.held' : 'report.row.limit'), text] as const,
    ),
    [
      message('report.row.requests'),
      message('report.requestsDone', {
        completed: numberText(point.completed),
        failed: numberText(point.failed),
        seconds: numberText(point.durationS),
      }),
    ],
    ...(point.rejected === null && point.clientCancelled === null
      ? []
      : [
          [
            '',
            message('report.requestsUnfailed', {
              rejected: numberText(point.rejected ?? 0),
              cancelled: numberText(point.clientCancelled ?? 0),
            }),
          ] as const,
        ]),
    [message('report.row.begun'), momentText(point.startedAtEpochMs)],
    ...(client === null ? [] : [[message('report.client'), client] as const]),
  ]
}

const tabled = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]

function percentileTable({ distributions }: PointDetail, language: Language): string {
  if (distributions.length === 0) return ''
  const text = (id: 'most' | 'values' | 'table') =>
    textIn(language, message(`report.percentiles.${id}`))
  const heads = tabled.map((quantile) =>
    quantile === 1 ? text('most') : `p${Number((quantile * 100).toFixed(1))}`,
  )
  const rows = distributions.map(({ metric, count, quantiles, values }) => [
    latencyLabels[metric],
    ...tabled.map((quantile) => numberText(values[quantiles.indexOf(quantile)] ?? null)),
    numberText(count),
  ])
  return element(
    'details',
    {},
    element('summary', {}, escaped(text('table'))),
    element(
      'table',
      {},
      element('thead', {}, row('th', ['', ...heads, text('values')])),
      element('tbody', {}, ...rows.map((cells) => row('td', cells))),
    ),
  )
}

function row(kind: 'th' | 'td', cells: readonly string[]): string {
  return element(
    'tr',
    {},
    ...cells.map((cell, column) =>
      element(
        column === 0 ? 'th' : kind,
        kind === 'th' || column === 0 ? { scope: column === 0 ? 'row' : 'col' } : {},
        escaped(cell === '' && kind === 'td' ? none : cell),
      ),
    ),
  )
}
