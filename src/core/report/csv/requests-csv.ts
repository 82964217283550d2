// A run as a table for a spreadsheet: one line per request. Times in ms unless the name of a column ends in `_s`.
import {
  answerLatencies,
  type AnswerLatency,
  latencies,
  latencyOf,
} from '#core/metrics/latencies.ts'
import type { LatencyMetric } from '#core/metrics/latency-metric.ts'
import { writtenColumn } from '#core/metrics/written-form.ts'
import { backendTraits, mayMake } from '#core/backends/backend-traits.ts'
import { furtherUrls } from '#core/flags/server-urls.ts'
import { type BenchmarkConfig, mayEnd } from '#core/flags/benchmark-fields.ts'
import { type MadeKind, madeKinds } from '#core/records/made-kind.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import { type FirstKind, outcomeOf } from '#core/records/request-outcome.ts'
import {
  blankRecord,
  namedFields,
  type RequestRecord,
  type TrajectoryTimes,
} from '#core/records/request-record.ts'
import {
  firstSentAtUs,
  isSuccess,
  measuredFromRecord,
  type MeasuredRequest,
  reasoned,
} from '#core/records/measured-request.ts'
import { csvText, type CsvValue, type CsvColumn } from '../../documents/csv.ts'

type Row = Readonly<{ record: RequestRecord; measured: MeasuredRequest }>

function whenDone(measure: (row: Row) => CsvValue): (row: Row) => CsvValue {
  return (row) => (isSuccess(row.measured) ? measure(row) : null)
}

function firstMs(kind: FirstKind): (row: Row) => CsvValue {
  return ({ measured: { firstS } }) => (firstS[kind] === null ? null : firstS[kind] * 1000)
}

/** Empty for a non-streamed response. */
function ttftMs({ record, measured }: Row): CsvValue {
  return record.firstTokenAtUs === null ? null : measured.ttftS * 1000
}

function latencyColumn(metric: AnswerLatency): CsvColumn<Row> {
  const { name, valueOf } = writtenColumn(metric)
  return {
    name,
    cell: whenDone(({ measured }) => {
      const seconds = latencies[metric].valueS(measured)
      return seconds === null ? null : valueOf(seconds * 1000)
    }),
  }
}

function meanItlMs({ record: { interTokenLatenciesUs: gaps } }: Row): CsvValue {
  return gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 1000
}

function maxItlMs({ record: { interTokenLatenciesUs: gaps } }: Row): CsvValue {
  return gaps.length === 0 ? null : gaps.reduce((a, b) => Math.max(a, b), 0) / 1000
}

/** Time of the whole trajectory, in the row of the step that ended it. */
function wholeMs({ turn }: RequestRecord, us: (times: TrajectoryTimes) => number): CsvValue {
  const whole = turn?.step?.whole
  return whole === undefined ? null : us(whole) / 1000
}

const fieldColumns = namedFields.flatMap(([field, { csv: name, unit, column }]) => {
  if (name === undefined) return []
  const cell = ({ record }: Row): CsvValue => {
    const value: unknown = record[field]
    if (column?.form === 'flag') return String(value === true)
    return typeof value === 'number' && unit === 'us' ? value / 1000 : ((value ?? null) as CsvValue)
  }
  return [{ name, cell, field }]
})

function fields(...names: readonly string[]): readonly CsvColumn<Row>[] {
  return fieldColumns.filter(({ name }) => names.includes(name))
}

const placedColumns: readonly CsvColumn<Row>[] = [
  ...fields('index', 'request_id', 'url_index'),
  { name: 'conversation_index', cell: ({ record }) => record.turn?.conversation ?? null },
  { name: 'turn_index', cell: ({ record }) => record.turn?.number ?? null },
  { name: 'step_depth', cell: ({ record }) => record.turn?.step?.depth ?? null },
  { name: 'branch', cell: ({ record }) => record.turn?.step?.branch ?? null },
  { name: 'reusable_tokens', cell: ({ record }) => record.turn?.step?.reusableTokens ?? null },
  { name: 'time_to_solution_ms', cell: ({ record }) => wholeMs(record, ({ tookUs }) => tookUs) },
  {
    name: 'tool_time_ms',
    cell: ({ record }) =>
      wholeMs(record, ({ tookUs, modelUs, thinkUs }) => tookUs - modelUs - thinkUs),
  },
  { name: 'success', cell: ({ measured }) => String(isSuccess(measured)) },
  ...fields('scheduled_at_ms', 'sent_at_ms', 'resent'),
  { name: 'attempts', cell: ({ record }) => (record.rejected?.length ?? 0) + 1 },
  { name: 'rejected_statuses', cell: rejectedStatuses },
  { name: 'first_sent_at_ms', cell: ({ record }) => firstSentAtUs(record) / 1000 },
  { name: 'retry_wait_ms', cell: ({ measured }) => (measured.retried?.waitS ?? 0) * 1000 },
  ...fields('ended_at_ms'),
  { name: 'ttft_ms', cell: whenDone(ttftMs) },
  { name: 'first_chunk_ms', cell: whenDone(firstMs('chunk')) },
  { name: 'first_content_ms', cell: whenDone(firstMs('content')) },
  { name: 'first_reasoning_ms', cell: whenDone(firstMs('reasoning')) },
  { name: 'first_tool_call_ms', cell: whenDone(firstMs('toolCall')) },
  latencyColumn('tpot'),
  { name: 'mean_itl_ms', cell: whenDone(meanItlMs) },
  { name: 'max_itl_ms', cell: whenDone(maxItlMs) },
  ...fields('read_at_once'),
  ...answerLatencies.filter((name) => name !== 'ttft' && name !== 'tpot').map(latencyColumn),
  ...fields('input_tokens', 'inputs'),
  { name: 'output_tokens', cell: whenDone(({ measured }) => measured.outputTokens) },
  {
    name: 'reasoning_tokens',
    cell: whenDone(({ record }) => record.tokenParts?.reasoning ?? null),
  },
  { name: 'reasoning_counted_by', cell: whenDone(countedBy) },
  { name: 'cached_tokens', cell: whenDone(({ record }) => record.tokenParts?.cached ?? null) },
  { name: 'discarded_tokens', cell: ({ measured }) => measured.discardedTokens ?? null },
]

const columns: readonly CsvColumn<Row>[] = [
  ...placedColumns,
  ...fieldColumns.filter(({ name }) => placedColumns.every((column) => column.name !== name)),
  { name: 'error_code', cell: ({ record }) => record.error?.code ?? null },
  { name: 'error', cell: ({ record }) => record.error?.message ?? null },
  { name: 'error_status', cell: ({ record }) => record.error?.status ?? null },
  { name: 'error_body', cell: ({ record }) => record.error?.body ?? null },
]

function rejectedStatuses({ record: { rejected, error } }: Row): CsvValue {
  const last = error?.code === 'rejected' ? [error.status] : []
  return [...(rejected ?? []).map(({ status }) => status), ...last].join(' ')
}

function countedBy({ record: { tokenParts } }: Row): CsvValue {
  if ((tokenParts?.reasoning ?? null) === null) return null
  return tokenParts?.isRecounted === true ? 'tokenizer' : 'server'
}

function columnsOf(applies: LatencyMetric['applies']): readonly string[] {
  return answerLatencies.filter((name) => latencies[name].applies === applies).map(columnName)
}

function columnName(metric: AnswerLatency): string {
  return writtenColumn(metric).name
}

function lacksField(records: readonly RequestRecord[], metric: AnswerLatency): boolean {
  const { field } = latencyOf(metric)
  return (
    field !== undefined &&
    records.every((record) => record[field as keyof RequestRecord] === undefined)
  )
}

/** Omitted if requests have durations only. */
const momentColumns = ['scheduled_at_ms', 'sent_at_ms', 'ended_at_ms']

/** Omitted without retries. */
const retryColumns = [
  'attempts',
  'rejected_statuses',
  'first_sent_at_ms',
  'retry_wait_ms',
  ...columnsOf('retried'),
]

/** Omitted if every request is single. */
const turnColumns = ['conversation_index', 'turn_index']

/** Omitted without agents. */
const stepColumns = [
  'step_depth',
  'branch',
  'reusable_tokens',
  'time_to_solution_ms',
  'tool_time_ms',
]

/** Omitted if no response reasoned. */
const reasoningColumns = [...columnsOf('reasoning'), 'reasoning_tokens', 'reasoning_counted_by']

/** Omitted if no response is of this kind. */
function madeColumns(isMade: (kind: MadeKind) => boolean): readonly string[] {
  return madeKinds.filter((kind) => !isMade(kind)).flatMap(columnsOf)
}

function isRetried({ rejected, error }: RequestRecord): boolean {
  return rejected !== undefined || outcomeOf(error) === 'rejected'
}

export function requestsCsv(
  records: readonly RequestRecord[],
  { timed = true }: Readonly<{ timed?: boolean }> = {},
): string {
  const rows = rowsOf(records)
  const empty = [
    ...(timed ? [] : momentColumns),
    ...fieldColumns
      .filter(({ field }) => blankRecord[field] === undefined)
      .filter(({ field }) => records.every((record) => record[field] === undefined))
      .map(({ name }) => name),
    ...(records.some(({ turn }) => turn !== undefined) ? [] : turnColumns),
    ...(records.some(({ turn }) => turn?.step !== undefined) ? [] : stepColumns),
    ...(records.some(isRetried) ? [] : retryColumns),
    ...answerLatencies.filter((name) => lacksField(records, name)).map(columnName),
    ...madeColumns((kind) => records.some(({ made }) => made?.kind === kind)),
    ...(rows.some(({ measured }) => reasoned(measured)) ? [] : reasoningColumns),
    ...(rows.some(({ measured }) => measured.cachedTokens !== undefined) ? [] : ['cached_tokens']),
    ...(rows.some(({ measured }) => measured.discardedTokens !== undefined)
      ? []
      : ['discarded_tokens']),
  ]
  const used = columns.filter(({ name }) => !empty.includes(name))
  return csvText([...used, ...columnsOfEach(records)], rows)
}

/** Columns of fields that are objects, such as the stages that a response reported, by their keys. */
function columnsOfEach(records: readonly RequestRecord[]): readonly CsvColumn<Row>[] {
  return namedFields.flatMap(([field, { csvOfEach }]) => {
    if (csvOfEach === undefined) return []
    const valuesOf = (record: RequestRecord) => (record[field] ?? {}) as Record<string, never>
    const keys = new Set(records.flatMap((record) => Object.keys(valuesOf(record))))
    return [...keys]
      .toSorted((a, b) => Number(a) - Number(b))
      .map((key) => ({
        name: csvOfEach.name(key),
        cell: ({ record }: Row) => csvOfEach.cell(valuesOf(record)[key] as never),
      }))
  })
}

type ColumnConfig = Pick<BenchmarkConfig, 'datasetName' | 'backend'>

/** Columns that no benchmark of the table can fill. All runs of a table have the same columns. */
function columnsWithoutUse(configs: readonly ColumnConfig[]): readonly string[] {
  const some = (has: (config: ColumnConfig) => boolean) => configs.some(has)
  const traitsOf = ({ datasetName }: ColumnConfig) => datasetTraits[datasetName]
  return [
    ...(some((config) => furtherUrls(config).length > 0) ? [] : ['url_index']),
    ...(some((config) => traitsOf(config).holdsConversations) ? [] : turnColumns),
    ...(some((config) => traitsOf(config).holdsTrajectories) ? [] : stepColumns),
    ...(some((config) => mayEnd(config, 'rejected')) ? [] : retryColumns),
    ...(some(({ backend }) => backendTraits[backend].pacesAudio) ? [] : columnsOf('realtime')),
    ...madeColumns((kind) => some((config) => mayMake(config, kind))),
  ]
}

/** CSV of one of the runs of `configs`; the first line is the header if `hasHead`. */
export function requestsOfRunCsv(
  { id, name }: Readonly<{ id: string; name: string }>,
  records: readonly RequestRecord[],
  { configs, hasHead }: Readonly<{ configs: readonly ColumnConfig[]; hasHead: boolean }>,
): string {
  const unused = columnsWithoutUse(configs)
  const runColumns = [
    { name: 'run_id', cell: () => id },
    { name: 'run_name', cell: () => name },
  ]
  const used = columns.filter((column) => !unused.includes(column.name))
  const text = csvText([...runColumns, ...used], rowsOf(records))
  return hasHead ? text : text.slice(text.indexOf('\n') + 1)
}

function rowsOf(records: readonly RequestRecord[]): Row[] {
  return records.map((record) => ({ record, measured: measuredFromRecord(record) }))
}
