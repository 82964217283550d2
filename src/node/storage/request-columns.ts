// Columns of a request and the record that they hold.
import type {
  ConversationTurn,
  RequestErrorCode,
  RequestRecord,
  ServerTimes,
  TokenParts,
} from '#core/records/request-record.ts'
import { agentStepSchema, requestSchema } from '#core/records/request-schema.ts'
import type { z } from 'zod'
import {
  type ColumnType,
  type ColumnValues,
  fromJson,
  requireTypes,
  toJson,
} from './column-values.ts'
import { decodeGaps, encodeGaps } from './gaps-codec.ts'

/** Stored ones only: a derived column fails for all rows if one of them holds malformed JSON. */
const columns = {
  run_id: 'text',
  request_index: 'number',
  request_id: 'text?',
  conversation: 'number?',
  turn: 'number?',
  scheduled_at_us: 'number',
  sent_at_us: 'number',
  resent: 'number',
  first_token_at_us: 'number?',
  first_chunk_at_us: 'number?',
  first_content_at_us: 'number?',
  first_reasoning_at_us: 'number?',
  first_tool_call_at_us: 'number?',
  ended_at_us: 'number',
  max_gap_us: 'number?',
  prompt_tokens: 'number',
  inputs: 'number',
  input_audio_s: 'number?',
  output_tokens: 'number?',
  error_code: 'text?',
  error_status: 'number?',
  error_message: 'text?',
  error_body: 'text?',
  gaps: 'blob',
  generated_text: 'text',
  server_queue_s: 'number?',
  server_ttft_s: 'number?',
  read_at_once: 'number',
  reasoning_tokens: 'number?',
  cached_tokens: 'number?',
  reasoning_recounted: 'number',
  rejected_attempts: 'text?',
  agent_step: 'text?',
  target: 'number?',
  voice: 'text?',
  made: 'text?',
  stage_metrics: 'text?',
  differences: 'text?',
} as const satisfies Record<string, ColumnType>

export type RecordRow = {
  [Name in keyof typeof columns]: ColumnValues[(typeof columns)[Name]]
}

const names = Object.keys(columns)
export const recordColumns = names.join(', ')

export const insert = `
  INSERT INTO requests (${recordColumns}) VALUES (${names.map(parameterOf).join(', ')})`

function parameterOf(column: string): string {
  return `@${column.replaceAll(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase())}`
}

/** Values of `insert`. */
export function toColumns({
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
    requestIndex: record.index,
    reasoningText: undefined,
    resent: record.resent === true ? 1 : 0,
    conversation: turn?.conversation ?? null,
    turn: turn?.number ?? null,
    target: record.target ?? null,
    agentStep: toJson(turn?.step ?? null),
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
    rejectedAttempts: toJson(rejected ?? null),
    voice: toJson(voice ?? null),
    made: toJson(made ?? null),
    stageMetrics: toJson(stageMetrics ?? null),
    differences: toJson(differences ?? null),
  }
}

function largest(values: Uint32Array): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b))
}

/** Throws ZodError or DamagedValue for a damaged row. */
export function recordOf(row: RecordRow): RequestRecord {
  requireTypes(row, columns)
  return {
    index: row.request_index,
    requestId: row.request_id,
    turn: turnOf(row),
    target: row.target ?? undefined,
    scheduledAtUs: row.scheduled_at_us,
    rejected: partOf(row.rejected_attempts, shape.rejected),
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
    voice: partOf(row.voice, shape.voice),
    made: partOf(row.made, shape.made),
    stageMetrics: partOf(row.stage_metrics, shape.stageMetrics),
    outputTokens: row.output_tokens,
    generatedText: row.generated_text,
    serverTimes: serverTimesOf(row),
    tokenParts: tokenPartsOf(row),
    differences: partOf(row.differences, shape.differences),
    readAtOnce: row.read_at_once === 1 ? true : undefined,
    error:
      row.error_code === null
        ? null
        : {
            code: row.error_code as RequestErrorCode,
            message: row.error_message ?? '',
            status: row.error_status,
            body: row.error_body,
          },
  }
}

const { shape } = requestSchema

function partOf<Part>(json: string | null, schema: z.ZodType<Part>): Part | undefined {
  return json === null ? undefined : schema.parse(fromJson(json))
}

function turnOf({
  conversation,
  turn: number,
  agent_step: json,
}: RecordRow): ConversationTurn | undefined {
  if (conversation === null || number === null) return undefined
  if (json === null) return { conversation, number }
  return { conversation, number, step: agentStepSchema.parse(fromJson(json)) }
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
