// The numeric columns of the request table.
import type { RequestRow, RequestSortKey } from '#contract/views.ts'
import type { MetricName } from '#core/metrics/latencies.ts'
import { backendTraits } from '#core/backends/backend-traits.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { shownFields, type ShownFieldName } from '#core/records/request-record.ts'
import { furtherUrls } from '#core/flags/server-urls.ts'
import type { Run } from '#core/model/run/run.ts'
import type { TaskName } from '#core/backends/task-traits.ts'
import { latencyUnit, latencyFormat, withUnitOf } from '#core/metrics/latency-unit.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { measuredStats } from '../run-numbers.ts'

export type RequestColumn = Readonly<{
  head: string
  /** Null if the application cannot sort by it. */
  sort: RequestSortKey | null
  value: (row: RequestRow) => number | null
  format: (value: number | null | undefined) => string
  /** Unit of the exact value. */
  unit: string
}>

/** Column of a latency, in the unit of the run's median. */
function latencyColumn(run: Run, t: Translate, metric: keyof typeof latencyFields): RequestColumn {
  const field = latencyFields[metric]
  return {
    ...latencyShape(run, metric, t(`charts.metric.${metric}`)),
    sort: field,
    value: (row) => row[field],
  }
}

const latencyFields = {
  ttft: 'ttftMs',
  ttfo: 'ttfoMs',
  tpot: 'tpotMs',
  e2el: 'e2elMs',
} as const

function latencyShape(run: Run, metric: MetricName, head: string) {
  const unit = latencyUnit([measuredStats(run, metric)?.median ?? null], metric)
  return { head: withUnitOf(head, unit), format: latencyFormat(unit), unit: 'ms' }
}

/** No finer than milliseconds: times begin at 0, where three significant digits would be nanoseconds. */
function momentColumn(head: string, valueMs: (row: RequestRow) => number | null): RequestColumn {
  const value = (row: RequestRow): number | null => {
    const ms = valueMs(row)
    return ms === null ? null : ms / 1000
  }
  return { head, sort: null, value, format: (seconds) => formatNumber(seconds, 3), unit: 's' }
}

type ColumnName = keyof typeof ownColumns | ShownFieldName

const shownColumns: Readonly<Record<TaskName, readonly ColumnName[]>> = {
  generation: [
    'scheduledAt',
    'sentAt',
    'ttft',
    'ttfo',
    'tpot',
    'maxItl',
    'e2el',
    ...shownFieldsOf('generation'),
    'reasoningTokens',
  ],
  pooling: ['scheduledAt', 'sentAt', 'e2el', ...shownFieldsOf('pooling')],
}

function shownFieldsOf(task: TaskName): readonly ShownFieldName[] {
  return shownFields.filter(({ tasks }) => tasks.includes(task)).map(({ name }) => name)
}

/** Columns only for responses with reasoning. */
const reasoningColumns: readonly ColumnName[] = ['ttfo', 'reasoningTokens']

/** First columns, if requests are turns. */
const turnColumns: readonly ColumnName[] = ['conversation', 'turn']

/** Columns before those, if several servers share the load. */
const targetColumns: readonly ColumnName[] = ['url']

export function requestColumns(run: Run, t: Translate): RequestColumn[] {
  const { task } = backendTraits[run.config.backend]
  const ofTurns = run.summary?.conversations ? turnColumns : []
  const ofTargets = run.summary && furtherUrls(run.config).length > 0 ? targetColumns : []
  const reasons = measuredStats(run, 'ttfo') !== null || (run.summary?.unanswered ?? 0) > 0
  const shown = shownColumns[task].filter((name) => reasons || !reasoningColumns.includes(name))
  return [...ofTargets, ...ofTurns, ...shown].map((name) => columns[name](run, t))
}

function holdsTrajectories({ config }: Run): boolean {
  return datasetTraits[config.datasetName].holdsTrajectories
}

type ColumnMaker = (run: Run, t: Translate) => RequestColumn

const fieldColumns = Object.fromEntries(
  shownFields.map(({ name, isSortable }) => [
    name,
    (_, t) =>
      countColumn(t(`run.requests.${name}`), {
        value: (row) => row[name],
        sort: isSortable ? name : null,
      }),
  ]),
) as Readonly<Record<ShownFieldName, ColumnMaker>>

const ownColumns = {
  url: (_, t) =>
    countColumn(t('run.requests.url'), { value: ({ target }) => fromOne(target), sort: null }),
  conversation: (run, t) =>
    countColumn(
      t(holdsTrajectories(run) ? 'run.requests.trajectory' : 'run.requests.conversation'),
      {
        value: ({ conversation }) => fromOne(conversation),
        sort: null,
      },
    ),
  turn: (run, t) =>
    countColumn(t(holdsTrajectories(run) ? 'run.conversations.step' : 'run.conversations.turn'), {
      value: ({ turn }) => fromOne(turn),
      sort: null,
    }),
  scheduledAt: (_, t) => momentColumn(t('run.requests.scheduledAt'), (row) => row.scheduledAtMs),
  sentAt: (_, t) => momentColumn(t('run.requests.sentAt'), (row) => row.sentAtMs),
  ttft: (run, t) => latencyColumn(run, t, 'ttft'),
  ttfo: (run, t) => latencyColumn(run, t, 'ttfo'),
  tpot: (run, t) => latencyColumn(run, t, 'tpot'),
  maxItl: (run, t) => ({
    ...latencyShape(run, 'itl', t('run.requests.maxItl')),
    sort: null,
    value: (row) => row.maxItlMs,
  }),
  e2el: (run, t) => latencyColumn(run, t, 'e2el'),
  reasoningTokens: (_, t) =>
    countColumn(t('run.requests.reasoningTokens'), {
      value: (row) => row.reasoningTokens,
      sort: 'reasoningTokens',
    }),
} satisfies Readonly<Record<string, ColumnMaker>>

const columns: Readonly<Record<ColumnName, ColumnMaker>> = { ...fieldColumns, ...ownColumns }

function countColumn(head: string, { value, sort }: Pick<RequestColumn, 'value' | 'sort'>) {
  return { head, sort, value, format: formatCount, unit: '' }
}

/** Converts an index to a number that starts at 1. */
function fromOne(position: number | null): number | null {
  return position === null ? null : position + 1
}
