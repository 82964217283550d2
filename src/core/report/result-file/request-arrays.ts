// Arrays of the result file: one value per request in the order of the plan; a failed request has zeros and its error text.
import { isPooling } from '#core/backends/backend-traits.ts'
import type { ResultKey } from '../../compat/result-keys.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import {
  isSuccess,
  measuredFromRecord,
  type MeasuredRequest,
} from '#core/records/measured-request.ts'
import { errorText } from '../error-text.ts'
import type { MeasuredRunWithRecords } from '../../model/run/measured-run.ts'
import { float, type PythonEntry, type PythonValue } from './python-json.ts'

export type RequestArrayKey = Extract<
  ResultKey,
  | 'input_lens'
  | 'output_lens'
  | 'ttfts'
  | 'itls'
  | 'latencies'
  | 'start_times'
  | 'queue_times'
  | 'generated_texts'
  | 'errors'
>

/** Computes each array only when it is written, because a large run has too many requests for unused arrays. */
type ArrayOf = (run: MeasuredRunWithRecords) => PythonValue

export const requestArrays: Readonly<Record<RequestArrayKey, ArrayOf>> = {
  // For pooling backends, a prompt counts only after the server has counted it.
  input_lens: ({ config, records }) =>
    isPooling(config)
      ? each(records, (record) => whenDone(record, promptTokensOf))
      : each(records, promptTokensOf),
  output_lens: ({ records }) => each(records, (record) => whenDone(record, outputTokensOf)),
  ttfts: ({ records }) => seconds(records, ({ ttftS }) => ttftS),
  itls: ({ records }) => each(records, gapsOf),
  latencies: ({ records }) => seconds(records, ({ latencyS }) => latencyS),
  start_times: ({ records, startedAtMonotonicS }) =>
    Float64Array.from(records, ({ sentAtUs }) => startedAtMonotonicS + sentAtUs / 1e6),
  queue_times: ({ records }) =>
    Float64Array.from(records, (record) => measuredFromRecord(record).queueS),
  generated_texts: ({ records }) =>
    each(records, ({ error, generatedText }) => (error ? '' : generatedText)),
  errors: ({ records }) => each(records, errorText),
}

/** Seconds, if the server reported any request; failed requests have the values received before the failure. */
export function serverTimeEntries(records: readonly RequestRecord[]): readonly PythonEntry[] {
  const isReported = ({ serverTimes }: RequestRecord) =>
    serverTimes !== undefined && (serverTimes.queueS !== null || serverTimes.ttftS !== null)
  if (!records.some(isReported)) return []
  return [
    ['server_queue_times', each(records, ({ serverTimes }) => floatOrNull(serverTimes?.queueS))],
    ['server_ttfts', each(records, ({ serverTimes }) => floatOrNull(serverTimes?.ttftS))],
  ]
}

/** Attempts per request and the waits between them in seconds, for a run with retries. */
export function retryEntries(records: readonly RequestRecord[]): readonly PythonEntry[] {
  if (!records.some(({ rejected }) => rejected !== undefined)) return []
  return [
    ['attempts', each(records, ({ rejected = [] }) => rejected.length + 1)],
    [
      'retry_waits',
      each(records, ({ rejected = [] }) =>
        Float64Array.from(rejected, (each) => each.waitUs / 1e6),
      ),
    ],
  ]
}

export function floatOrNull(value: number | null | undefined): PythonValue {
  return value === null || value === undefined ? null : float(value)
}

type Measure = (request: MeasuredRequest) => number

function whenDone(record: RequestRecord, measure: Measure): number {
  const request = measuredFromRecord(record)
  return isSuccess(request) ? measure(request) : 0
}

function promptTokensOf({ promptTokens }: Pick<MeasuredRequest, 'promptTokens'>): number {
  return promptTokens
}

function outputTokensOf({ outputTokens }: MeasuredRequest): number {
  return outputTokens
}

function seconds(records: readonly RequestRecord[], measureS: Measure): Float64Array {
  return Float64Array.from(records, (record) => whenDone(record, measureS))
}

const noGaps = new Uint32Array()

function gapsOf({ error, interTokenLatenciesUs }: RequestRecord): PythonValue {
  return { secondsOfUs: error === null ? interTokenLatenciesUs : noGaps }
}

/** Yields one value at a time, because a complete list would be as large as the records. */
function each(
  records: readonly RequestRecord[],
  valueOf: (record: RequestRecord) => PythonValue,
): PythonValue {
  return {
    *[Symbol.iterator]() {
      for (const record of records) yield valueOf(record)
    },
  }
}

/** Index of the URL per request, from 0; null for a request that was not sent. */
export function targetIndexEntries(records: readonly RequestRecord[]): readonly PythonEntry[] {
  if (!records.some(({ target }) => target !== undefined)) return []
  return [['url_indices', records.map(({ target }) => target ?? null)]]
}
