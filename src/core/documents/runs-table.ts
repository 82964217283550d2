// Runs as a plain-text table, newest first: identifier, server, main metrics.
import { rateText } from '#core/sweep/knee-text.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import { scalarsWith, type ScalarWith } from '../metrics/scalar-names.ts'
import type { Run, RunSummaryRow } from '../model/run/run.ts'
import { isKnown } from '../model/run/import-source.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { heldBy, isSpreadOverTime } from '#core/traits/load-traits.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { keptThroughput } from '#core/judgement/kept-throughput.ts'
import type { Language } from '#core/messages/languages.ts'
import { listed, message, type Text } from '#core/messages/message.ts'
import { judgementText } from '#core/judgement/reason-text.ts'
import { figureOf } from '../stats/figure-of.ts'
import { figureText } from './figure-text.ts'
import { steadyHead } from './sweep-table.ts'
import { minuteText } from '#core/base/local-time.ts'
import { printable, shortIdLength } from '#core/base/printable.ts'
import { type Column, textTable } from './table.ts'

export function runsTable(runs: readonly Run[], language: Language = 'en'): string {
  return textTable(columns, runs, language)
}

const none = '–'

const columns: readonly Column<Run>[] = [
  {
    head: [message('tables.run'), ''],
    align: 'left',
    cell: ({ id }) => id.slice(0, shortIdLength),
  },
  { head: [message('tables.name'), ''], align: 'left', cell: ({ name }) => printable(name, 40) },
  { head: [message('tables.when'), ''], align: 'left', cell: whenText },
  { head: [message('tables.server'), ''], align: 'left', cell: serverText },
  { head: [message('tables.model'), ''], align: 'left', cell: modelText },
  { head: [message('tables.asked'), 'req/s'], cell: requestedText },
  ...scalarsWith('column').map((name) => ({ head: steadyHead(name), cell: scalarCell(name) })),
  { head: ['p50', 'TTFT ms'], cell: median('ttft') },
  { head: ['p50', 'TPOT ms'], cell: median('tpot') },
  {
    head: [message('tables.verdict'), ''],
    align: 'left',
    cell: (run) => judgementText(judgeRun(run)),
  },
  { head: [], align: 'left', cell: remarkText },
]

function whenText({ createdAtEpochMs }: Run): string {
  return minuteText(createdAtEpochMs)
}

function serverText({ serverName, imported }: Run): string {
  return printable(serverName ?? imported?.fileName ?? none, 24)
}

function modelText({ facts, config }: Run): string {
  return printable(facts?.model ?? config.model ?? none, 32)
}

/** A dash for a trace or a rate that changes. */
export function requestedText(run: Pick<RunSummaryRow, 'config' | 'imported'>): Text {
  const { requestRate: rate, datasetName } = run.config
  if (!isKnown(run, 'requestRate') || (rate === 'inf' && isSpreadOverTime(run.config))) return none
  return rate !== 'inf' && datasetTraits[datasetName].holdsConversations
    ? rateText(rate, heldBy(run.config))
    : String(rate)
}

function scalarCell(name: ScalarWith<'column'>): Column<Run>['cell'] {
  return ({ summary, ...run }) =>
    figureText(name, summary && keptThroughput({ ...run, summary }, name))
}

function median(name: MetricName): Column<Run>['cell'] {
  return ({ summary }) => figureText(name, summary && figureOf(summary.metrics[name], 50))
}

/** Only the notes that affect how the figures are read. */
function remarkText({ status, facts, imported }: Run): Text {
  const remarks = [
    ...(status === 'completed' ? [] : [message(`tables.${status}`)]),
    ...(facts?.simulated === true ? [message('tables.simulated')] : []),
    ...(imported === null ? [] : [message('tables.imported')]),
  ]
  return listed(remarks)
}
