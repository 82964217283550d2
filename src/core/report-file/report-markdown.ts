// A report as Markdown for an issue or a page: findings, points, and how to reproduce them.
import { reasonsText } from '#core/judgement/reason-text.ts'
import type { Language } from '#core/messages/languages.ts'
import { listed, message, sentences, type Text, textIn } from '#core/messages/message.ts'
import { headline } from '#core/compare/headline.ts'
import { printableLines } from '#core/base/printable.ts'
import { loadText, momentText, namePrefix, rangesText } from './page/number-text.ts'
import { summarySentences } from './page/summary-sentences.ts'
import { pointColumns } from './page/point-columns.ts'
import { warningsOf } from './page/point-warnings.ts'
import { pairTitle } from '../documents/comparison-document.ts'
import { markdownTable, markdownText as plain } from '../documents/markdown-table.ts'
import { type Table, tableOf } from '../documents/table.ts'
import type { TuneStory } from '../report/tuning-story.ts'
import type { Report, ReportEnvironment, ReportPoint, ReportSweep } from './report.ts'

/** Longer tables go into a spreadsheet. */
const mostRows = 200
const mostTurnTables = 6

export function reportMarkdown(report: Report, language: Language): string {
  const { title, points, environments, sweeps, version, madeAtEpochMs, simulated } = report
  const text = (shown: Text) => textIn(language, shown)
  const blocks = [
    `# ${plain(text(title))}`,
    ...(simulated === 'none' ? [] : [text(message(`report.emphasis.${simulated}`))]),
    summarySentences(report, language)
      .map((sentence) => `- ${plain(sentence)}`)
      .join('\n'),
    ...sweeps.flatMap((sweep) => sweepBlocks(sweep, language)),
    ...comparisonList(report, language),
    pointTable(report, language),
    ...points
      .slice(0, mostRows)
      .flatMap(({ parts }) => parts.flatMap((part) => titledTable(part, language))),
    ...turnTables(points, language),
    ...reasonList(points, language),
    `## ${text(message('report.environment'))}`,
    ...environments.map((environment) => environmentText(environment, language)),
    `## ${text(message('report.commands'))}`,
    ...commandBlocks(report, language),
    text(message('report.madeBy', { version, moment: momentText(madeAtEpochMs) })),
  ]
  return printableLines(`${blocks.join('\n\n')}\n`)
}

function sweepBlocks({ limits, answers, tune }: ReportSweep, language: Language): string[] {
  return [
    ...answers.map(({ configuration, text, details, advice }) => {
      const name = plain(textIn(language, namePrefix(configuration)))
      const about = plain(
        textIn(language, sentences([...details, ...(advice === null ? [] : [advice])])),
      )
      return `> ${name}**${plain(textIn(language, text))}**${about === '' ? '' : `  \n> ${about}`}`
    }),
    ...(limits.length === 0
      ? []
      : [
          textIn(
            language,
            message('report.limits', { limits: listed(limits.map(({ text }) => codeText(text))) }),
          ),
        ]),
    ...(tune === null ? [] : tuneBlocks(tune, language)),
  ]
}

function tuneBlocks(
  { tables, failed, spent, command, config }: TuneStory,
  language: Language,
): string[] {
  const words = (text: Text) => plain(textIn(language, text))
  return [
    ...tables.flatMap((one) => titledTable(one, language)),
    ...(failed.length === 0 ? [] : [failed.map((text) => `- ${words(text)}`).join('\n')]),
    words(spent),
    ...(command === null ? [] : [words(message('report.tune.command')), fencedCommand(command)]),
    ...(config === null ? [] : [words(message('report.tune.config')), fenced(config, 'yaml')]),
  ]
}

function titledTable(table: Table, language: Language): string[] {
  const rows = table.rows.slice(0, mostRows)
  return [plain(textIn(language, table.title)), markdownTable({ ...table, rows }, language)]
}

/** Turns of conversations, or steps of agents. */
function turnTables(points: readonly ReportPoint[], language: Language): string[] {
  const words = (text: Text) => plain(textIn(language, text))
  return points.slice(0, mostTurnTables).flatMap(({ number, turns }) => {
    if (turns === null) return []
    const [title = '', ...rows] = titledTable(turns, language)
    const head =
      points.length === 1 ? title : `${title}, ${words(message('report.point', { number }))}`
    return [`## ${head}`, words(turns.about), ...rows]
  })
}

function comparisonList({ comparisons }: Report, language: Language): string[] {
  if (comparisons.length === 0) return []
  const lines = comparisons
    .slice(0, mostRows)
    .map((one) => bullet(pairTitle(one), headline(one.comparison, language), language))
  return [
    `## ${textIn(language, message('report.comparison'))}`,
    lines.join('\n'),
    textIn(language, message('report.comparisonNote')),
  ]
}

function pointTable(report: Report, language: Language): string {
  const points = report.points.slice(0, mostRows)
  const count = report.points.length - points.length
  return [
    markdownTable(tableOf('', pointColumns(report, language), points), language),
    ...(count > 0 ? ['', textIn(language, message('report.morePoints', { count }))] : []),
  ].join('\n')
}

function reasonList(points: readonly ReportPoint[], language: Language): string[] {
  const lines = points.flatMap(({ number, reasons, notes }) => [
    ...reasons.map(({ code, evidence, advice }) =>
      bullet(
        message('report.reasonOfPoint', { number, reason: reasonsText([code]) }),
        sentences([evidence, advice]),
        language,
      ),
    ),
    ...notes.map((note) => bullet(message('report.point', { number }), note, language)),
  ])
  const all = [
    ...lines,
    ...warningsOf(points).map(({ where, text }) => bullet(where, text, language)),
  ]
  return all.length === 0 ? [] : [all.slice(0, mostRows).join('\n')]
}

function environmentText({ rows, command, points }: ReportEnvironment, language: Language): string {
  const facts = rows.map(([name, value]) => bullet(name, value, language))
  const block = command === null ? [] : ['', fencedCommand(command)]
  const title = message('report.pointsOf', { numbers: rangesText(points) })
  return [textIn(language, title), '', ...facts, ...block].join('\n')
}

function bullet(name: Text, text: Text, language: Language): string {
  const place = plain(textIn(language, name))
  return `- ${textIn(language, message('common.at', { place, text: plain(textIn(language, text)) }))}`
}

/** Lists equal commands once, even if their points differ otherwise. */
function commandBlocks({ points }: Report, language: Language): string[] {
  const first = points.slice(0, mostRows)
  return [
    fencedCommand(
      first
        .map(
          ({ number, commands, ...load }) =>
            `# ${number}: ${textIn(language, loadText(load))}\n${commands.vllm}`,
        )
        .join('\n'),
    ),
  ]
}

/** Quoting encloses every `<` of a command; closing and reopening the quotes after it leaves the argument unchanged. */
function fencedCommand(command: string): string {
  return fenced(command.replaceAll(/<(?=[a-z/!?])/gi, "<''"), 'sh')
}

/** Longer than any fence inside the text. */
function fenced(text: string, kind: 'sh' | 'yaml'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${kind}\n${text}\n${fence}`
}

function codeText(text: string): string {
  return `\`${text.replaceAll('`', '′')}\``
}
