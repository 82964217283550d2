// Turns of a run's conversations, or steps of its agents. Each latency has one unit, so that turns compare down a column.
import { dash, formatShare } from '#core/base/numbers.ts'
import { message, sentences, type Text } from '#core/messages/message.ts'
import { latencyUnit } from '#core/metrics/latency-unit.ts'
import {
  answerLatencies,
  type AnswerLatency,
  latencyLabels,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { ConversationSummary, TurnSummary } from '../model/run/conversation-summary.ts'
import { figureOf } from '../stats/figure-of.ts'
import { tailPercentile } from '../stats/tail-percentiles.ts'
import { type Column, type Table, tableOf } from './table.ts'

export type TurnTable = Table & Readonly<{ about: Text }>

/** Null without turns. */
export function turnTable(conversations: ConversationSummary | null): TurnTable | null {
  if (conversations === null || conversations.turns.length === 0) return null
  const { turns, duration } = conversations
  // A feature summarises agents.
  const kind = 'agents' in conversations ? 'steps' : 'turns'
  const tail = tailPercentile(duration.percentiles.map(({ percentile }) => percentile))
  const hasCache = turns.some(({ cache }) => cache)
  const names = shownLatencies(answerLatencies, (name) => turns.some(hasValues(name)))
  const columns: readonly Column<TurnSummary>[] = [
    { head: [message(`report.column.${kind}`)], cell: ({ number }) => String(number + 1) },
    { head: [message('report.column.completed')], cell: ({ completed }) => String(completed) },
    { head: [message('report.column.failed')], cell: ({ failed }) => String(failed) },
    {
      head: [message('report.column.inputTokens')],
      cell: ({ completed, inputTokens }) => ({ value: completed === 0 ? null : inputTokens }),
    },
    ...(hasCache ? cacheColumns : []),
    ...names.flatMap((name) => latencyColumns(name, turns, tail)),
  ]
  const about = message(`report.${kind}.about`)
  return {
    ...tableOf(message(`report.${kind}`), columns, turns),
    about: hasCache ? sentences([about, message('report.turns.cache')]) : about,
  }
}

const cacheColumns = [
  { head: [message('report.column.cached')], cell: cacheShare('cachedTokens') },
  { head: [message('report.column.reusable')], cell: cacheShare('reusableTokens') },
]

function cacheShare(part: 'cachedTokens' | 'reusableTokens') {
  return ({ cache }: TurnSummary) =>
    cache === undefined ? dash : formatShare(cache[part] / cache.promptTokens)
}

function hasValues(name: AnswerLatency): (turn: TurnSummary) => boolean {
  return (turn) => turn[name].count !== 0
}

/** Mean, median, and the highest requested percentile. */
function latencyColumns(
  name: AnswerLatency,
  turns: readonly TurnSummary[],
  tail: number | null,
): Column<TurnSummary>[] {
  const unit = latencyUnit(
    turns.filter(hasValues(name)).map((turn) => turn[name].mean),
    name,
  )
  return [null, 50, ...(tail === null ? [] : [tail])].map((percentile) => ({
    head: [statisticHead(percentile, latencyLabels[name]), unit.symbol],
    cell: (turn) => {
      const ms = turn[name].count === 0 ? null : figureOf(turn[name], percentile)
      return { value: ms === null ? null : ms / unit.ms }
    },
  }))
}

function statisticHead(percentile: number | null, text: string): Text {
  return message('common.of', {
    name: percentile === null ? message('report.mean') : `p${percentile}`,
    text,
  })
}
