// Requests of a run, one row each; the truth every number of the run derives from.
import {
  type AgentStep,
  type ConversationTurn,
  isFailure,
  type RejectedAttempt,
  type RequestErrorCode,
  requestErrorCodes,
  type MadeMedia,
  type RequestRecord,
  type ResponseDifferences,
  type ServerTimes,
  type TokenParts,
  type Voice,
} from '#core/model/run/request-record.ts'
import type { StageMetrics } from '#core/model/run/stage-metrics.ts'
import type { RequestRow, RequestSortKey } from '#contract/views.ts'
import { latencyOf, type MetricName } from '#core/metrics/latencies.ts'
import type { ScatterPoint } from '#core/stats/drawing/thin-scatter.ts'
import { isAmount } from '#core/model/bounds.ts'
import { notReadBack, readRow, type StoredTable } from './damage.ts'
import type { Database } from './database.ts'
import { decodeGaps, encodeGaps } from './gaps-codec.ts'
import type { CourseRequest } from '#core/stats/drawing/run-course.ts'

export type RecordRow = {
  run_id: string
  request_index: number
  request_id: string | null
  conversation: number | null
  turn: number | null
  scheduled_at_us: number
  sent_at_us: number
  resent: number
  first_token_at_us: number | null
  first_chunk_at_us: number | null
  first_content_at_us: number | null
  first_reasoning_at_us: number | null
  first_tool_call_at_us: number | null
  ended_at_us: number
  prompt_tokens: number
  inputs: number
  input_audio_s: number | null
  output_tokens: number | null
  error_code: RequestErrorCode | null
  error_status: number | null
  error_message: string | null
  error_body: string | null
  gaps: Uint8Array
  generated_text: string
  server_queue_s: number | null
  server_ttft_s: number | null
  read_at_once: 0 | 1
  reasoning_tokens: number | null
  cached_tokens: number | null
  reasoning_recounted: 0 | 1
  rejected_attempts: string | null
  agent_step: string | null
  target: number | null
  voice: string | null
  made: string | null
  stage_metrics: string | null
  differences: string | null
}

/** Stored ones only: a derived column fails for all rows if one of them holds malformed JSON. */
const columns = `
    run_id, request_index, request_id, conversation, turn, scheduled_at_us, sent_at_us, resent,
    first_token_at_us, first_chunk_at_us, first_content_at_us, first_reasoning_at_us, first_tool_call_at_us, ended_at_us,
    max_gap_us, prompt_tokens, inputs, input_audio_s, output_tokens, error_code, error_status, error_message,
    error_body, gaps, generated_text, server_queue_s, server_ttft_s,
    read_at_once, reasoning_tokens, cached_tokens, reasoning_recounted, rejected_attempts, agent_step, target, voice, made,
    stage_metrics, differences`

const insert = `
  INSERT INTO requests (${columns}
  ) VALUES (
    @runId, @index, @requestId, @conversation, @turn, @scheduledAtUs, @sentAtUs, @resent,
    @firstTokenAtUs, @firstChunkAtUs, @firstContentAtUs, @firstReasoningAtUs, @firstToolCallAtUs, @endedAtUs,
    @maxGapUs, @promptTokens, @inputs, @inputAudioS, @outputTokens, @errorCode, @errorStatus, @errorMessage,
    @errorBody, @gaps, @generatedText, @serverQueueS, @serverTtftS,
    @readAtOnce, @reasoningTokens, @cachedTokens, @reasoningRecounted, @rejectedAttempts, @agentStep, @target, @voice, @made,
    @stageMetrics, @differences
  )`

/** One transaction for the whole batch. */
export function appendRecords(
  database: Database,
  runId: string,
  records: Iterable<RequestRecord>,
): void {
  const statement = database.prepare(insert)
  database.transaction(() => {
    for (const record of records) statement.run(bounded({ runId, ...toColumns(record) }))
  })()
}

/** The same without those that are there. */
export function addMissingRecords(
  database: Database,
  runId: string,
  records: readonly RequestRecord[],
): void {
  const statement = database.prepare(`${insert} ON CONFLICT (run_id, request_index) DO NOTHING`)
  database.transaction(() => {
    for (const record of records) statement.run(bounded({ runId, ...toColumns(record) }))
  })()
}

/** Throws `invalid-input` for a number that is NaN, infinite or beyond what sums can hold. */
function bounded<Columns extends { runId: string; index: number }>(columns: Columns): Columns {
  for (const [name, value] of Object.entries(columns)) {
    if (typeof value !== 'number' || isAmount(value)) continue
    const why = `${name}: ${value}`
    throw notReadBack({ table: 'requests', id: `${columns.runId} ${columns.index}`, why })
  }
  return columns
}

/** What the tokenizer counted of a response. */
export type Recounted = Pick<RequestRecord, 'index' | 'outputTokens' | 'tokenParts'>

/** Fills in tokens that were counted after the run. */
export function saveOutputTokens(
  database: Database,
  runId: string,
  records: readonly Recounted[],
): void {
  const outputs = database.prepare<[number | null, string, number]>(
    `UPDATE requests SET output_tokens = ?
     WHERE run_id = ? AND request_index = ? AND output_tokens IS NULL`,
  )
  const reasoning = database.prepare<[number | null, string, number]>(
    `UPDATE requests SET reasoning_tokens = ?, reasoning_recounted = 1
     WHERE run_id = ? AND request_index = ? AND reasoning_tokens IS NULL`,
  )
  database.transaction(() => {
    for (const { outputTokens, tokenParts, index } of records) {
      outputs.run(outputTokens, runId, index)
      if (tokenParts?.isRecounted === true) reasoning.run(tokenParts.reasoning, runId, index)
    }
  })()
}

const select = `SELECT ${columns} FROM requests WHERE run_id = ? ORDER BY request_index`

/** In the order of the plan. */
export function readRecords(database: Database, runId: string): RequestRecord[] {
  return database
    .prepare<[string], RecordRow>(select)
    .all(runId)
    .map((row) => toRecord(database, row))
}

/** Null where the run has no such request. */
export function findRecord(database: Database, runId: string, index: number): RequestRecord | null {
  const one = `SELECT ${columns} FROM requests WHERE run_id = ? AND request_index = ?`
  const row = database.prepare<[string, number], RecordRow>(one).get(runId, index)
  return row === undefined ? null : toRecord(database, row)
}

/** The same one by one, read again on each iteration: a large run does not fit in memory. */
export function eachRecord(database: Database, runId: string): Iterable<RequestRecord> {
  const statement = database.prepare<[string], RecordRow>(select)
  return {
    *[Symbol.iterator]() {
      for (const row of statement.iterate(runId)) yield toRecord(database, row)
    },
  }
}

function toColumns({
  error,
  interTokenLatenciesUs,
  firstAtUs,
  turn,
  serverTimes,
  tokenParts,
  rejected,
  voice,
  made,
  stageMetrics,
  differences,
  ...record
}: RequestRecord) {
  return {
    ...record,
    reasoningText: undefined,
    resent: record.resent === true ? 1 : 0,
    conversation: turn?.conversation ?? null,
    turn: turn?.number ?? null,
    target: record.target ?? null,
    agentStep: turn?.step === undefined ? null : JSON.stringify(turn.step),
    firstChunkAtUs: firstAtUs.chunk,
    firstContentAtUs: firstAtUs.content,
    firstReasoningAtUs: firstAtUs.reasoning,
    firstToolCallAtUs: firstAtUs.toolCall,
    maxGapUs: largest(interTokenLatenciesUs),
    errorCode: error?.code ?? null,
    errorStatus: error?.status ?? null,
    errorMessage: error?.message ?? null,
    errorBody: error?.body ?? null,
    gaps: encodeGaps(interTokenLatenciesUs),
    serverQueueS: serverTimes?.queueS ?? null,
    serverTtftS: serverTimes?.ttftS ?? null,
    readAtOnce: record.readAtOnce === true ? 1 : 0,
    reasoningTokens: tokenParts?.reasoning ?? null,
    cachedTokens: tokenParts?.cached ?? null,
    reasoningRecounted: tokenParts?.isRecounted === true ? 1 : 0,
    rejectedAttempts: rejected === undefined ? null : JSON.stringify(rejected),
    voice: voice === undefined ? null : JSON.stringify(voice),
    made: made === undefined ? null : JSON.stringify(made),
    stageMetrics: stageMetrics === undefined ? null : JSON.stringify(stageMetrics),
    differences: differences === undefined ? null : JSON.stringify(differences),
  }
}

function turnOf({
  conversation,
  turn: number,
  agent_step: json,
}: RecordRow): ConversationTurn | undefined {
  if (conversation === null || number === null) return undefined
  if (json === null) return { conversation, number }
  return { conversation, number, step: JSON.parse(json) as AgentStep }
}

function serverTimesOf(row: RecordRow): ServerTimes | undefined {
  const { server_queue_s: queueS, server_ttft_s: ttftS } = row
  return queueS === null && ttftS === null ? undefined : { queueS, ttftS }
}

function tokenPartsOf(row: RecordRow): TokenParts | undefined {
  const { reasoning_tokens: reasoning, cached_tokens: cached } = row
  if (reasoning === null && cached === null) return undefined
  return { reasoning, cached, ...(row.reasoning_recounted === 1 && { isRecounted: true as const }) }
}

function rejectedOf({ rejected_attempts: json }: RecordRow): RequestRecord['rejected'] {
  return json === null ? undefined : (JSON.parse(json) as RejectedAttempt[])
}

function voiceOf({ voice: json }: RecordRow): Voice | undefined {
  return json === null ? undefined : (JSON.parse(json) as Voice)
}

function madeOf({ made: json }: RecordRow): MadeMedia | undefined {
  return json === null ? undefined : (JSON.parse(json) as MadeMedia)
}

function stageMetricsOf({ stage_metrics: json }: RecordRow): StageMetrics | undefined {
  return json === null ? undefined : (JSON.parse(json) as StageMetrics)
}

function differencesOf({ differences: json }: RecordRow): ResponseDifferences | undefined {
  return json === null ? undefined : (JSON.parse(json) as ResponseDifferences)
}

function largest(values: Uint32Array): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))
}

/** Throws `row-damaged`. */
function toRecord(database: Database, row: RecordRow): RequestRecord {
  return readRow(database, requestsTable, row)
}

export const requestsTable: StoredTable<RecordRow, RequestRecord> = {
  name: 'requests',
  idOf: ({ run_id, request_index }) => `${run_id} ${request_index}`,
  read: recordOf,
}

function recordOf(row: RecordRow): RequestRecord {
  return {
    index: row.request_index,
    requestId: row.request_id,
    turn: turnOf(row),
    target: row.target ?? undefined,
    scheduledAtUs: row.scheduled_at_us,
    rejected: rejectedOf(row),
    sentAtUs: row.sent_at_us,
    resent: row.resent === 1 ? true : undefined,
    firstTokenAtUs: row.first_token_at_us,
    firstAtUs: {
      chunk: row.first_chunk_at_us,
      content: row.first_content_at_us,
      reasoning: row.first_reasoning_at_us,
      toolCall: row.first_tool_call_at_us,
    },
    endedAtUs: row.ended_at_us,
    interTokenLatenciesUs: decodeGaps(row.gaps),
    promptTokens: row.prompt_tokens,
    inputs: row.inputs,
    inputAudioS: row.input_audio_s,
    voice: voiceOf(row),
    made: madeOf(row),
    stageMetrics: stageMetricsOf(row),
    outputTokens: row.output_tokens,
    generatedText: row.generated_text,
    serverTimes: serverTimesOf(row),
    tokenParts: tokenPartsOf(row),
    differences: differencesOf(row),
    readAtOnce: row.read_at_once === 1 ? true : undefined,
    error:
      row.error_code === null
        ? null
        : {
            code: row.error_code,
            message: row.error_message ?? '',
            status: row.error_status,
            body: row.error_body,
          },
  }
}

// Pages of a run's request table, sorted and filtered by SQLite so that a window never needs all of them.
export type RequestQuery = Readonly<{
  runId: string
  offset: number
  limit: number
  failedOnly: boolean
  sort: RequestSortKey
  descending: boolean
}>

const sortColumns: Readonly<Record<RequestSortKey, string>> = {
  index: 'request_index',
  ttftMs: 'ttft_us',
  ttfoMs: 'ttfo_us',
  tpotMs: 'tpot_us',
  e2elMs: 'e2el_us',
  outputTokens: 'output_tokens',
  reasoningTokens: 'reasoning_tokens',
}

const otherCodes = requestErrorCodes.filter((code) => !isFailure({ code }))
const failed = `error_code NOT IN (${otherCodes.map((code) => `'${code}'`).join(', ')})`

/** What was not measured comes last, whichever way the rest is sorted. */
export function readRequestRows(database: Database, query: RequestQuery): RequestRow[] {
  const column = sortColumns[query.sort]
  const direction = query.descending ? 'DESC' : 'ASC'
  return database
    .prepare<[string, number, number], RequestRow>(
      `SELECT
         request_index AS "index", request_id AS requestId, conversation, turn, target,
         scheduled_at_us / 1000.0 AS scheduledAtMs, sent_at_us / 1000.0 AS sentAtMs,
         ttft_us / 1000.0 AS ttftMs, ttfo_us / 1000.0 AS ttfoMs, tpot_us / 1000.0 AS tpotMs,
         e2el_us / 1000.0 AS e2elMs,
         max_gap_us / 1000.0 AS maxItlMs,
         prompt_tokens AS promptTokens, inputs, output_tokens AS outputTokens,
         reasoning_tokens AS reasoningTokens,
         error_code AS errorCode, error_message AS errorMessage,
         error_status AS errorStatus, error_body AS errorBody
       FROM requests WHERE ${condition(query)}
       ORDER BY ${column} IS NULL, ${column} ${direction}, request_index
       LIMIT ? OFFSET ?`,
    )
    .all(query.runId, query.limit, query.offset)
}

export function countRequestRows(
  database: Database,
  query: Pick<RequestQuery, 'runId' | 'failedOnly'>,
): number {
  const row = database
    .prepare<[string], { total: number }>(
      `SELECT count(*) AS total FROM requests WHERE ${condition(query)}`,
    )
    .get(query.runId)
  return row?.total ?? 0
}

function condition({ failedOnly }: Pick<RequestQuery, 'failedOnly'>): string {
  return failedOnly ? `run_id = ? AND ${failed}` : 'run_id = ?'
}

// One latency of every request of a run over the time it was sent, straight from its columns.
type Row = Readonly<{ atS: number; ms: number | null; failed: 0 | 1 }>

/** In the order they were sent; of gaps between tokens, the longest of each request. */
export function readRequestScatter(
  database: Database,
  { runId, metric }: Readonly<{ runId: string; metric: MetricName }>,
): ScatterPoint[] {
  return database
    .prepare<[string], Row>(
      `SELECT sent_at_us / 1e6 AS atS, ${latencyOf(metric).requestColumn ?? 'NULL'} / 1000.0 AS ms,
         coalesce(${failed}, 0) AS failed
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL
       ORDER BY sent_at_us`,
    )
    .all(runId)
    .map(({ atS, ms, failed }) => ({ atS, ms, failed: failed === 1 }))
}

export function readCourseRequests(database: Database, runId: string): CourseRequest[] {
  return database
    .prepare<[string], CourseRequest>(
      `SELECT sent_at_us AS sentAtUs, first_token_at_us AS firstTokenAtUs, ended_at_us AS endedAtUs,
         output_tokens AS outputTokens
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL`,
    )
    .all(runId)
}
