// A report as Markdown to paste into an issue or a page: findings, points, and how to reproduce them.
import { reasonsText } from '#core/judgement/reason-text.ts'
import { inEnglish } from '#core/messages/message.ts'
import { loadText, momentText } from './page/number-text.ts'
import { rangesText } from './page/ranges-text.ts'
import { gradeMarks, summarySentences } from './page/summary-sentences.ts'
import { pointColumns } from './page/point-columns.ts'
import { comparisonNote, comparisonTitle } from './report-comparisons.ts'
import type { Report, ReportEnvironment, ReportPoint, ReportSweep } from './report.ts'

/** Longer tables are for a spreadsheet. */
const mostRows = 200

export function reportMarkdown(report: Report): string {
  const { title, points, environments, sweeps, version, madeAtEpochMs, simulated } = report
  return `${[
    `# ${plain(title)}`,
    ...(simulated === 'none' ? [] : [simulatedNotes[simulated]]),
    summarySentences(report)
      .map((sentence) => `- ${plain(sentence)}`)
      .join('\n'),
    ...sweeps.flatMap(sweepBlocks),
    ...comparisonList(report),
    table(report),
    ...reasonList(points),
    '## Environment',
    ...environments.map(environmentText),
    '## Commands',
    ...commandBlocks(report),
    `Made by Kneepoint ${version}, ${momentText(madeAtEpochMs)}.`,
  ].join('\n\n')}\n`
}

const simulatedNotes = {
  all: '**Simulated**: measured on the built-in simulator, not on a real server.',
  some: '**Partly simulated**: points marked so were measured on the built-in simulator.',
} as const

function sweepBlocks({ limits, answers }: ReportSweep): string[] {
  return [
    ...answers.map(({ configuration, text, details, advice }) => {
      const name = configuration === '' ? '' : `${plain(configuration)}: `
      const about = plain([...details, advice ?? ''].join(' ').trim())
      return `> ${name}**${plain(text)}**${about === '' ? '' : `  \n> ${about}`}`
    }),
    ...(limits.length === 0
      ? []
      : [`Limits: ${limits.map(({ text }) => codeText(text)).join(', ')}`]),
  ]
}

function comparisonList({ comparisons }: Report): string[] {
  if (comparisons.length === 0) return []
  const lines = comparisons
    .slice(0, mostRows)
    .map((one) => `- ${plain(comparisonTitle(one))}: ${plain(one.text)}`)
  return ['## Comparison', lines.join('\n'), comparisonNote]
}

function table(report: Report): string {
  const columns = pointColumns(report)
  const { points } = report
  const rows = points.slice(0, mostRows).map((point) =>
    columns.map(({ title, cell }) => {
      const { text, note } = cell(point)
      const mark = title === 'Verdict' ? `${gradeMarks[point.grade ?? 'unknown']} ` : ''
      return `${mark}${plain(text)}${note === '' ? '' : ` (${plain(note)})`}`
    }),
  )
  const heads = columns.map(({ title, unit }) => (unit === '' ? title : `${title} (${unit})`))
  const rules = columns.map(({ title }) => (title === 'Verdict' || title === 'Arm' ? ':--' : '--:'))
  const lines = [heads, rules, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const more = points.length - rows.length
  return [...lines, ...(more > 0 ? ['', `${more} more points are in the full report.`] : [])].join(
    '\n',
  )
}

function reasonList(points: readonly ReportPoint[]): string[] {
  const lines = points.flatMap(({ number, reasons }) =>
    reasons.map(
      ({ code, evidence, advice }) =>
        `- Point ${number}, ${inEnglish(reasonsText([code]))}: ${plain(evidence)} ${advice}`,
    ),
  )
  if (lines.length === 0) return []
  return [lines.slice(0, mostRows).join('\n')]
}

function environmentText({ rows, command, points }: ReportEnvironment): string {
  const facts = rows.map(([name, value]) => `- ${name}: ${plain(value)}`)
  const block = command === null ? [] : ['', fenced(command)]
  return [`Points ${rangesText(points)}:`, '', ...facts, ...block].join('\n')
}

/** The same command once, whatever else points differ in. */
function commandBlocks({ points }: Report): string[] {
  const first = points.slice(0, mostRows)
  return [
    fenced(
      first
        .map(
          (point) =>
            `# ${point.number}: ${loadText(point.rate, point.concurrency)}\n${point.commands.vllm}`,
        )
        .join('\n'),
    ),
  ]
}

/** Longer than any fence within. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}sh\n${text}\n${fence}`
}

function codeText(text: string): string {
  return `\`${text.replaceAll('`', '′')}\``
}

/** Words of others stay words: no markup, no link, no line of their own. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#~]/g, '\\$&')
}
