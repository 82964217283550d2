// Requests of a detailed result, as records. Times are rounded to whole microseconds.
import { requestArrays } from '../compat/result-keys.ts'
import type { ImportSource } from '../model/run/import-source.ts'
import { appError } from '../model/app-error.ts'
import type {
  FirstTimes,
  RequestError,
  RequestRecord,
  ServerTimes,
} from '#core/records/request-record.ts'
import { inEnglish, message } from '../messages/message.ts'
import type { Result } from './result-schema.ts'

type ImportedRecords = Readonly<{
  details: ImportSource['requests']
  records: readonly RequestRecord[]
  /** Monotonic clock at the origin of the records' times; null if they have durations only. */
  originS: number | null
}>

const checkedArrays = [...requestArrays, 'server_queue_times', 'server_ttfts'] as const

const nothingImported: ImportedRecords = { details: 'none', records: [], originS: null }

/** Records need the failed requests and the durations of the others. */
export function importedRecords(result: Result): ImportedRecords {
  const { errors, start_times: startTimes } = result
  if (errors === null || (result.ttfts ?? result.latencies) === null) return nothingImported
  requireEqualLengths(result, errors.length)
  const originS = startTimes === null ? null : originOf(result, errors.length)
  return {
    details: originS === null ? 'durations' : 'times',
    records: errors.map((error, index) => recordOf(result, { index, error, originS })),
    originS,
  }
}

function requireEqualLengths(result: Result, requests: number): void {
  for (const key of checkedArrays) {
    const length = result[key]?.length ?? requests
    if (length === requests) continue
    throw appError('invalid-input', 'files.unevenLists', { key, count: length, requests })
  }
}

/** Earliest scheduled send time. */
function originOf(
  { start_times: startTimes, queue_times: queueTimes }: Result,
  count: number,
): number {
  let originS = Infinity
  for (let index = 0; index < count; index++) {
    originS = Math.min(originS, (startTimes?.[index] ?? Infinity) - (queueTimes?.[index] ?? 0))
  }
  return Number.isFinite(originS) ? originS : 0
}

type ImportedRow = Readonly<{ index: number; error: string; originS: number | null }>

function recordOf(result: Result, { index, error, originS }: ImportedRow): RequestRecord {
  const gapsS = result.itls?.[index] ?? []
  const ttftS = result.ttfts?.[index] ?? 0
  const latencyS = result.latencies?.[index] ?? ttftS + total(gapsS)
  const sentS = originS === null ? 0 : (result.start_times?.[index] ?? originS) - originS
  const sentAtUs = wholeUs(sentS)
  const failed = error !== ''
  return {
    index,
    requestId: null,
    scheduledAtUs: wholeUs(sentS - (originS === null ? 0 : (result.queue_times?.[index] ?? 0))),
    sentAtUs,
    firstTokenAtUs: failed || result.ttfts === null ? null : sentAtUs + wholeUs(ttftS),
    firstAtUs: noFirsts,
    endedAtUs: sentAtUs + wholeUs(latencyS),
    interTokenLatenciesUs: Uint32Array.from(gapsS, (gapS) => wholeUs(gapS ?? 0)),
    promptTokens: result.input_lens?.[index] ?? 0,
    inputs: 1,
    inputAudioS: null,
    outputTokens: failed ? null : (result.output_lens?.[index] ?? 0),
    generatedText: result.generated_texts?.[index] ?? '',
    serverTimes: serverTimesOf(result, index),
    error: failed ? foreignError(error) : null,
  }
}

function serverTimesOf(result: Result, index: number): ServerTimes | undefined {
  const queueS = result.server_queue_times?.[index] ?? null
  const ttftS = result.server_ttfts?.[index] ?? null
  if (queueS === null && ttftS === null) return undefined
  return { queueS, ttftS }
}

const noFirsts: FirstTimes = { chunk: null, content: null, reasoning: null, toolCall: null }

/** Maximum length of a stored server error. */
const longestError = 4000

/** Our own files state why an interruption cut off a request. */
function foreignError(text: string): RequestError {
  const code = text === inEnglish(message('runs.failed.cancelled')) ? 'cancelled' : 'other'
  return { code, message: text.slice(0, longestError), status: null, body: null }
}

function wholeUs(seconds: number): number {
  return Math.min(Math.max(0, Math.round(seconds * 1e6)), 0xffffffff)
}

function total(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
