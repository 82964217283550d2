// What a report's page shows of one point: what it is worth, and its drawings.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { pageSvg } from '#core/plots/svg/page-svg.ts'
import { element, escaped } from '../../report/markup.ts'
import type { PointDetail, ReportPoint } from '../report.ts'
import { pointFigures } from './figures/point-figures.ts'
import { momentText, none, numberText } from './number-text.ts'

/** `id` distinguishes its drawings from those of other points. */
export function pointBlock(point: ReportPoint, id: string): string {
  const { detail } = point
  if (detail === null) {
    const unknown = 'The requests of this point are not known one by one.'
    return facts(point) + element('p', { class: 'dim' }, unknown)
  }
  const figures = pointFigures(detail).map(({ title, note, figure }, index) =>
    element(
      'figure',
      {},
      element('figcaption', {}, escaped(title), element('small', {}, escaped(note))),
      pageSvg(figure, `${id}-${index}`),
    ),
  )
  return facts(point) + element('div', { class: 'charts' }, ...figures) + percentileTable(detail)
}

function facts(point: ReportPoint): string {
  const {
    answer,
    judgement,
    reasons,
    limits,
    completed,
    failed,
    durationS,
    startedAtEpochMs,
    client,
  } = point
  const rows = [
    ['Run', [`${point.name} (${point.runId.slice(0, 8)})`, ...point.marks].join(', ')],
    ...(answer === null ? [] : [['Answer', answer]]),
    ['Verdict', judgement],
    ...reasons.map(({ evidence, advice }) => ['', `${evidence} ${advice}`]),
    ...limits.map(({ held, text }) => [held === true ? 'Held' : 'Limit', text]),
    [
      'Requests',
      `${numberText(completed)} completed, ${numberText(failed)} failed, in ${numberText(durationS)} s`,
    ],
    ['Begun', momentText(startedAtEpochMs)],
    ...client.slice(0, 1).map((line) => ['Client', line.replace(/^Client: /, '')]),
  ]
  return element(
    'dl',
    {},
    ...rows.map(
      ([name = '', value = '']) =>
        element('dt', {}, escaped(name)) + element('dd', {}, escaped(value)),
    ),
  )
}

const tabled = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]

function percentileTable({ distributions }: PointDetail): string {
  if (distributions.length === 0) return ''
  const heads = tabled.map((quantile) =>
    quantile === 1 ? 'most' : `p${Number((quantile * 100).toFixed(1))}`,
  )
  const rows = distributions.map(({ metric, count, quantiles, values }) => [
    latencyLabels[metric],
    ...tabled.map((quantile) => numberText(values[quantiles.indexOf(quantile)] ?? null)),
    numberText(count),
  ])
  return element(
    'details',
    {},
    element('summary', {}, 'Percentiles in ms'),
    element(
      'table',
      {},
      element('thead', {}, row('th', ['', ...heads, 'values'])),
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
