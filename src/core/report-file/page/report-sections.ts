// Sections of a report's page.
import type { Language } from '#core/messages/languages.ts'
import { message, sentences, type Text, textIn } from '#core/messages/message.ts'
import { htmlTable } from '#core/documents/html-table.ts'
import { tableOf } from '#core/documents/table.ts'
import { element, escaped } from '#core/base/markup.ts'
import type { Report, ReportEnvironment, ReportPoint, ReportSweep } from '../report.ts'
import {
  descriptions,
  list,
  momentText,
  namePrefix,
  pointTitle,
  rangesText,
  section,
  shown,
  summary,
} from './number-text.ts'
import { summarySentences } from './summary-sentences.ts'
import { headline } from '#core/compare/headline.ts'
import { pairTitle } from '../../documents/comparison-document.ts'
import type { DrawnSections } from './drawn-sections.ts'
import { markText, pointColumns } from './point-columns.ts'
import { reasonBlocks } from './reason-blocks.ts'

export function reportSections(report: Report, drawn: DrawnSections, language: Language): string[] {
  const { points, environments, sweeps } = report
  const titled = (id: SectionId, ...content: string[]) =>
    section(id, textIn(language, message(`report.${id}`)), ...content)
  const reasons = reasonBlocks(points, language)
  return [
    titled(
      'summary',
      ...sweeps.flatMap((sweep) => answers(sweep, language)),
      ...runAnswers(report, language),
      list(summarySentences(report, language), language),
    ),
    ...sweeps.flatMap((sweep, index) => tuneSection(sweep, index, language)),
    ...drawn.curve,
    ...drawn.map,
    ...(report.comparisons.length === 0
      ? []
      : [titled('comparison', ...comparisonBlocks(report, language))]),
    titled('points', pointTable(report, language), ...partTables(points, language)),
    ...drawn.point,
    ...turnSection(points, language),
    ...(reasons.length === 0 ? [] : [titled('reasons', ...reasons)]),
    titled('environment', ...environments.map((one, index) => environment(one, index, language))),
    titled('commands', ...commandList(points, language)),
    ...sweeps.map((sweep, index) => sweepSection(sweep, index, language)),
  ]
}

type SectionId = 'summary' | 'comparison' | 'points' | 'reasons' | 'environment' | 'commands'

function comparisonBlocks({ comparisons }: Report, language: Language): string[] {
  const rows = comparisons.map(
    (one) => [pairTitle(one), headline(one.comparison, language)] as const,
  )
  return [
    descriptions(rows, language, { class: 'comparisons' }),
    element('p', { class: 'dim' }, shown(message('report.comparisonNote'), language)),
  ]
}

/** One line per curve, before all other sections. */
function answers({ answers: found }: ReportSweep, language: Language): string[] {
  return found.flatMap(({ configuration, text, details, advice }) => [
    element(
      'p',
      { class: 'answer' },
      ...(configuration === ''
        ? []
        : [element('span', { class: 'dim' }, shown(namePrefix(configuration), language))]),
      element('strong', {}, shown(text, language)),
    ),
    element(
      'p',
      { class: 'dim' },
      shown(sentences([...details, ...(advice === null ? [] : [advice])]), language),
    ),
  ])
}

/** Effects of flags, results of each setting, and the command that serves with the best one. */
function tuneSection({ tune }: ReportSweep, index: number, language: Language): string[] {
  if (tune === null) return []
  const { tables, failed, spent, command, config } = tune
  const words = (text: Text) => textIn(language, text)
  return [
    section(
      `tuning-${index + 1}`,
      words(message('report.tuning')),
      ...tables.flatMap((table) => [
        element('h3', {}, shown(table.title, language)),
        htmlTable(table, language),
      ]),
      ...(failed.length === 0
        ? []
        : [
            element(
              'h3',
              {},
              shown(message('report.tune.failed', { count: failed.length }), language),
            ),
            list(failed, language),
          ]),
      element('p', { class: 'dim' }, shown(spent, language)),
      ...(command === null ? [] : [commandText(words(message('report.tune.command')), command)]),
      ...(config === null ? [] : [commandText(words(message('report.tune.config')), config)]),
    ),
  ]
}

/** Tables of points with several servers sharing the load, or with pipeline stages. */
function partTables(points: readonly ReportPoint[], language: Language): string[] {
  return points.flatMap(({ parts }) =>
    parts.flatMap((table) => [
      element('h3', {}, shown(table.title, language)),
      htmlTable(table, language),
    ]),
  )
}

/** Turns of conversations, or steps of agents; collapsed if several points have them. */
function turnSection(points: readonly ReportPoint[], language: Language): string[] {
  const shownPoints = points.flatMap((point) =>
    point.turns === null ? [] : [{ point, table: point.turns }],
  )
  const [first] = shownPoints
  if (first === undefined) return []
  const note = element('p', { class: 'dim' }, shown(first.table.about, language))
  const tables = shownPoints.map(({ point, table }) =>
    points.length === 1
      ? htmlTable(table, language)
      : element('details', {}, summary(pointTitle(point), language), htmlTable(table, language)),
  )
  return [section('turns', textIn(language, first.table.title), note, ...tables)]
}

/** Answer of the only run, in a report without sweeps. */
function runAnswers({ points, sweeps }: Report, language: Language): string[] {
  const [only] = points
  if (sweeps.length > 0 || points.length !== 1 || !only?.answer) return []
  const answer = element('strong', {}, shown(only.answer, language))
  const notes = only.notes.map((note) => ` ${shown(note, language)}`)
  return [element('p', { class: 'answer' }, answer, ...notes)]
}

function pointTable(report: Report, language: Language): string {
  const title = message('report.tableOfPoints')
  const table = tableOf(title, pointColumns(report, language), report.points)
  return htmlTable(table, language, true)
}

function environment(
  { rows, command, points, isSimulated }: ReportEnvironment,
  index: number,
  language: Language,
): string {
  const described = [[message('report.points'), rangesText(points)] as const, ...rows]
  const title = message('report.serverOf', { number: index + 1 })
  return element(
    'div',
    { class: 'environment' },
    ...(isSimulated
      ? [element('p', { class: 'badge' }, shown(markText('simulated'), language))]
      : []),
    descriptions(described, language),
    ...(command === null ? [] : [commandText(textIn(language, title), command)]),
  )
}

/** A few commands are expanded; longer lists are collapsed. */
function commandList(points: readonly ReportPoint[], language: Language): string[] {
  const written = points.map((point) => commands(point, language))
  if (points.length <= fewPoints) return written
  const title = message('report.commandsOf', { count: points.length })
  return [element('details', {}, summary(title, language), ...written)]
}

const fewPoints = 6

function commands(point: ReportPoint, language: Language): string {
  const { vllm, kneepoint } = point.commands
  return element(
    'details',
    {},
    summary(pointTitle(point), language),
    commandText('vLLM', vllm),
    commandText('Kneepoint', kneepoint),
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

function sweepSection(sweep: ReportSweep, index: number, language: Language): string {
  const { name, status, createdAtEpochMs, about, limits, log } = sweep
  const begun = message('report.begun', {
    status: message(`sweepLog.state.${status}`),
    moment: momentText(createdAtEpochMs),
  })
  return section(
    `sweep-${index + 1}`,
    textIn(language, message('report.sweep', { name })),
    element('p', {}, shown(begun, language)),
    list(
      [...about, ...limits.map(({ text }) => message('report.limit', { limit: text }))],
      language,
    ),
    ...(log.length === 0 ? [] : [logTable(sweep, language)]),
  )
}

function logTable({ log }: ReportSweep, language: Language): string {
  const rows = log.map(({ atEpochMs, text }) =>
    element(
      'tr',
      {},
      element('td', {}, escaped(momentText(atEpochMs))),
      element('td', { class: 'word' }, shown(text, language)),
    ),
  )
  return element(
    'details',
    {},
    summary(message('report.log', { count: log.length }), language),
    element('table', { class: 'log' }, element('tbody', {}, ...rows)),
  )
}
