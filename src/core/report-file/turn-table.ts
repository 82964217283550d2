// The turns of a run's conversations, or the steps of its agents, as a table of a report.
import { inItsUnit } from '#core/metrics/figures.ts'
import {
  answerLatencies,
  type AnswerLatency,
  latencyLabels,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import { message, type Text } from '#core/messages/message.ts'
import { formatShare } from '#core/base/numbers.ts'
import type { TurnSummary } from '../model/run/conversation-summary.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { figureOf } from '../stats/figure-of.ts'
import { none, numberText } from './page/number-text.ts'
import type { TurnTable } from './report.ts'

type Column = Readonly<{ head: Text; cell: (turn: TurnSummary) => Text }>

const statistics = [50, 99] as const

/** Null for single requests. */
export function turnTable({ conversations }: Pick<RunSummary, 'conversations'>): TurnTable | null {
  if (conversations === null || conversations.turns.length === 0) return null
  const { turns, agents } = conversations
  const kind = agents === undefined ? 'turns' : 'steps'
  const columns = [
    { head: message(`report.column.${kind}`), cell: ({ number }) => String(number + 1) },
    { head: message('report.column.completed'), cell: ({ completed }) => String(completed) },
    { head: message('report.column.failed'), cell: ({ failed }) => String(failed) },
    { head: message('report.column.inputTokens'), cell: inputTokens },
    ...cacheColumns(turns),
    ...latencyColumns(turns),
  ] satisfies Column[]
  return {
    title: message(`report.${kind}`),
    about: message(`report.${kind}.about`),
    columns: columns.map(({ head }) => ({ head, isFigure: true })),
    rows: turns.map((turn) => columns.map(({ cell }) => cell(turn))),
  }
}

function inputTokens(turn: TurnSummary): Text {
  return turn.completed === 0 ? none : numberText(turn.inputTokens)
}

function cacheColumns(turns: readonly TurnSummary[]): Column[] {
  if (!turns.some(({ cache }) => cache)) return []
  const shareOf = (part: 'cachedTokens' | 'reusableTokens') => (turn: TurnSummary) =>
    turn.cache ? formatShare(turn.cache[part] / turn.cache.promptTokens) : none
  return [
    { head: message('report.column.cached'), cell: shareOf('cachedTokens') },
    { head: message('report.column.reusable'), cell: shareOf('reusableTokens') },
  ]
}

function inUnit(name: AnswerLatency, kept: number | null): number | null {
  return kept === null ? null : inItsUnit(name, kept)
}

function latencyColumns(turns: readonly TurnSummary[]): Column[] {
  const names = shownLatencies(answerLatencies, (name) =>
    turns.some((turn) => turn[name].count !== 0),
  )
  return names
    .filter((name) => turns.some((turn) => turn[name].count !== 0))
    .flatMap((name) =>
      statistics.map((percentile) => ({
        head: `p${percentile} ${latencyLabels[name]}`,
        cell: (turn: TurnSummary) =>
          turn[name].count === 0
            ? none
            : numberText(inUnit(name, figureOf(turn[name], percentile))),
      })),
    )
}
