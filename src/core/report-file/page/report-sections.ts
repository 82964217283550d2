// The sections of a report's page.
import { element, escaped } from '#core/report/markup.ts'
import { comparisonNote, comparisonTitle } from '../report-comparisons.ts'
import type { Report, ReportEnvironment, ReportPoint, ReportSweep } from '../report.ts'
import { loadText, momentText } from './number-text.ts'
import { list, section } from './blocks.ts'
import type { DrawnSections } from './drawn-sections.ts'
import { reasonSections } from './reason-sections.ts'
import { pointColumns, type PointColumn } from './point-columns.ts'
import { rangesText } from './ranges-text.ts'
import { gradeMarks, summarySentences } from './summary-sentences.ts'

export function reportSections(report: Report, drawn: DrawnSections): string[] {
  const { points, environments, sweeps } = report
  return [
    section(
      'summary',
      'Summary',
      ...sweeps.flatMap(answers),
      ...runAnswers(report),
      list(summarySentences(report)),
    ),
    ...drawn.curve,
    ...drawn.map,
    ...comparisonSection(report),
    section('points', 'Points', pointTable(report)),
    ...drawn.point,
    ...reasonSections(points),
    section('environment', 'Environment', ...environments.map(environment)),
    section('commands', 'Commands', ...commandList(points)),
    ...sweeps.map(sweepSection),
  ]
}

function comparisonSection({ comparisons }: Report): string[] {
  if (comparisons.length === 0) return []
  const rows = comparisons.map(
    (one) =>
      element('dt', {}, escaped(comparisonTitle(one))) + element('dd', {}, escaped(one.text)),
  )
  return [
    section(
      'comparison',
      'Comparison',
      element('dl', { class: 'comparisons' }, ...rows),
      element('p', { class: 'dim' }, escaped(comparisonNote)),
    ),
  ]
}

/** One line for each curve, before anything else. */
function answers({ answers: found }: ReportSweep): string[] {
  return found.flatMap(({ configuration, text, details, advice }) => [
    element(
      'p',
      { class: 'answer' },
      ...(configuration === ''
        ? []
        : [element('span', { class: 'dim' }, escaped(`${configuration}: `))]),
      element('strong', {}, escaped(text)),
    ),
    element('p', { class: 'dim' }, escaped([...details, advice ?? ''].join(' ').trim())),
  ])
}

/** Of a report without sweeps, what its only run shows. */
function runAnswers({ points, sweeps }: Report): string[] {
  const [only] = points
  if (sweeps.length > 0 || points.length !== 1 || !only?.answer) return []
  return [element('p', { class: 'answer' }, element('strong', {}, escaped(only.answer)))]
}

function pointTable(report: Report): string {
  const columns = pointColumns(report)
  const heads = columns.map(({ title, unit, order }, index) =>
    element(
      'th',
      { scope: 'col', ...(isWords(report, order) ? { class: 'word' } : {}) },
      element(
        'button',
        { type: 'button', 'data-column': index },
        escaped(title),
        ...(unit === '' ? [] : [element('small', {}, escaped(unit))]),
      ),
    ),
  )
  return element(
    'div',
    { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'Table of points' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...report.points.map((point, index) => pointRow(point, index, columns))),
    ),
  )
}

function isWords({ points: [first] }: Report, order: PointColumn['order']): boolean {
  return first !== undefined && isText(order(first))
}

function isText(order: ReturnType<PointColumn['order']>): boolean {
  return typeof order === 'string'
}

function pointRow(point: ReportPoint, index: number, columns: readonly PointColumn[]): string {
  const cells = columns.map(({ title, cell, order }, column) => {
    const { text, note } = cell(point)
    const mark = title === 'Verdict' ? [gradeMarks[point.grade ?? 'unknown'], ' '] : []
    const content = [
      ...mark,
      column === 0
        ? element('button', { type: 'button', 'data-point': index }, escaped(text))
        : escaped(text),
      ...(note === '' ? [] : [element('small', {}, escaped(note))]),
    ]
    const sorted = order(point)
    const key = typeof sorted === 'number' ? { 'data-order': String(sorted) } : {}
    return column === 0
      ? element('th', { scope: 'row', ...key }, ...content)
      : element('td', { ...key, ...(isText(sorted) ? { class: 'word' } : {}) }, ...content)
  })
  return element('tr', { 'data-row': index, class: `grade-${point.grade ?? 'unknown'}` }, ...cells)
}

function environment({ rows, command, points, isSimulated }: ReportEnvironment, index: number) {
  const described = [['Points', rangesText(points)] as const, ...rows].map(
    ([name, value]) => element('dt', {}, escaped(name)) + element('dd', {}, escaped(value)),
  )
  return element(
    'div',
    { class: 'environment' },
    ...(isSimulated ? [element('p', { class: 'badge' }, 'simulated')] : []),
    element('dl', {}, ...described),
    ...(command === null ? [] : [commandText(`Server, environment ${index + 1}`, command)]),
  )
}

/** A few stand open to be seen; of many, the list does. */
function commandList(points: readonly ReportPoint[]): string[] {
  const written = points.map(commands)
  if (points.length <= fewPoints) return written
  const summary = element('summary', {}, `Commands of ${points.length} points`)
  return [element('details', {}, summary, ...written)]
}

const fewPoints = 6

function commands(point: ReportPoint): string {
  const { number, rate, concurrency, commands: written } = point
  return element(
    'details',
    {},
    element('summary', {}, escaped(`Point ${number}, ${loadText(rate, concurrency)}`)),
    commandText('vLLM', written.vllm),
    commandText('Kneepoint', written.kneepoint),
  )
}

function commandText(title: string, command: string): string {
  return element(
    'figure',
    { class: 'command' },
    element('figcaption', {}, escaped(title)),
    element('pre', { tabindex: 0 }, element('code', {}, escaped(command))),
  )
}

function sweepSection(sweep: ReportSweep, index: number): string {
  const { name, status, createdAtEpochMs, about, limits, log } = sweep
  return section(
    `sweep-${index + 1}`,
    `Sweep: ${name}`,
    element('p', {}, escaped(`${status}, begun ${momentText(createdAtEpochMs)}`)),
    list([...about, ...limits.map(({ text }) => `Limit: ${text}`)]),
    ...(log.length === 0 ? [] : [logTable(sweep)]),
  )
}

function logTable({ log }: ReportSweep): string {
  const rows = log.map(({ atEpochMs, text }) =>
    element(
      'tr',
      {},
      element('td', {}, escaped(momentText(atEpochMs))),
      element('td', { class: 'word' }, escaped(text)),
    ),
  )
  return element(
    'details',
    {},
    element('summary', {}, `Log, ${log.length} entries`),
    element('table', { class: 'log' }, element('tbody', {}, ...rows)),
  )
}
