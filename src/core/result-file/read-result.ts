// One result of a file, of any version, as a run: its settings, its measurements, and which of them are unknown.
import { z } from 'zod'
import { numberIn } from '#core/base/number-text.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import {
  type BenchmarkField,
  type BenchmarkConfig,
  benchmarkFieldsSchema,
} from '#core/flags/benchmark-fields.ts'
import type { ImportSource } from '../model/run/import-source.ts'
import type {
  FirstTimes,
  RequestError,
  RequestRecord,
  ServerTimes,
} from '#core/records/request-record.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { measuredFromRecords } from '#core/records/measured-request.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import { parsePythonJson } from './parse-python-json.ts'
import { fieldsOfArguments, mergedRecords, recordsSchema } from './pytorch-records.ts'
import { type Result, resultProblem, resultSchema } from './result-schema.ts'
import type { WrittenResult } from './split-results.ts'
import { importedMetrics, importedSummary, type ImportedMetrics } from './imported-summary.ts'
import { appError, issueText, valueBy } from '../model/app-error.ts'
import { inVllmKeys } from './result-text.ts'
import { backendNames } from '../backends/backend-traits.ts'
import { requestArrays } from '../compat/result-keys.ts'

export type ReadResult = ImportedConfig &
  Readonly<{
    /** Name in the file. */
    backend: string | null
    tool: ImportSource['tool']
    /** True for an interrupted run. */
    isInterrupted: boolean
    /** End of the run; null if the file does not state it. */
    finishedAtEpochMs: number | null
    /** Monotonic clock at the start; null if requests have no times. */
    startedAtMonotonicS: number | null
    summary: RunSummary
    records: readonly RequestRecord[]
    details: ImportSource['requests']
  }>

/** Untyped tables contain every number as text, and some writers the figures. */
function withNumbers(file: Readonly<Record<string, unknown>>): typeof file {
  const isTable = typeof file['duration'] === 'string'
  const entries = Object.entries(file).map(([key, value]) => {
    const isNumber = typeof value === 'string' && (isTable || figures.test(key))
    const number = isNumber ? numberIn(value) : null
    return [key, number ?? value] as const
  })
  return Object.fromEntries(entries)
}

type Keys = Readonly<{
  /** Every key of the result, including unknown ones. */
  all: ReadonlyMap<string, unknown>
  /** Settings from sources other than the result. */
  asked: Partial<Record<BenchmarkField, unknown>>
}>

/** Every result has one of them, whatever else is missing. */
const certainKeys = ['duration', 'completed', 'request_throughput', 'mean_ttft_ms', 'ttfts']

export function readResult(written: WrittenResult): ReadResult {
  const { all, asked } = keysOf[written.format](parsePythonJson(written.text))
  if (!certainKeys.some((key) => all.has(key))) {
    const keys = [...all.keys()].slice(0, 5).join(', ')
    throw appError('invalid-input', 'files.noResultKeys', { keys })
  }
  const result = valueBy(
    resultSchema,
    Object.fromEntries(all),
    resultProblem(message('files.fixKey')),
  )
  const metrics = importedMetrics(all)
  const imported = importedConfig([asked, importedFields(result, { all, metrics })])
  const { records, details, originS } = importedRecords(result)
  const computed =
    records.length === 0
      ? null
      : summarizeRun(measuredFromRecords(records), {
          durationS: result.duration,
          percentiles: imported.config.metricPercentiles,
          goodputLimitsMs: {},
          client: null,
        })
  return {
    ...imported,
    backend: result.backend ?? result.endpoint_type ?? null,
    tool: result.measured_by ?? undefined,
    isInterrupted: result.interrupted === true,
    finishedAtEpochMs: finishedAtEpochMs(result),
    startedAtMonotonicS: originS,
    summary: importedSummary({ result, all, metrics, computed, details }),
    records,
    details,
  }
}

const keysOf: Readonly<Record<WrittenResult['format'], (value: unknown) => Keys>> = {
  json: (value) => {
    const file = valueBy(
      z.record(z.string(), z.unknown()),
      value,
      resultProblem(message('files.fixKey')),
    )
    return { all: new Map(Object.entries(inVllmKeys(withNumbers(file)))), asked: {} }
  },
  pytorch: (value) => {
    const records = valueBy(recordsSchema, value, resultProblem(message('files.fixKey')))
    return { all: mergedRecords(records), asked: fieldsOfArguments(records) }
  },
}

/** UTC in our own files, else `20260923-174501` in the local time of the measuring machine, which is assumed to be ours. */
function finishedAtEpochMs({ date, finished_at: utc }: Result): number | null {
  if (typeof utc === 'string') return Date.parse(utc)
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  return new Date(year, month - 1, day, hour, minute, second).getTime()
}

type ImportedConfig = Readonly<{
  config: BenchmarkConfig
  /** Fields that the file has; the others have their defaults. */
  knownFields: readonly BenchmarkField[]
}>

type ConfigFields = Partial<Record<BenchmarkField, unknown>>

/** Later sources win. Values that we would reject stay unknown, so that the file is still accepted. */
function importedConfig(sources: readonly ConfigFields[]): ImportedConfig {
  const valid: ConfigFields = {}
  const knownFields: BenchmarkField[] = []
  for (const field of benchmarkFields) {
    const value = sources
      .map((imported) => imported[field])
      .findLast((imported) => imported !== undefined)
    const parsed = benchmarkFieldsSchema.shape[field].safeParse(value, { error: issueText })
    if (value === undefined || !parsed.success) continue
    valid[field] = parsed.data
    knownFields.push(field)
  }
  return { config: benchmarkFieldsSchema.parse(valid), knownFields }
}

const benchmarkFields = benchmarkFieldsSchema.keyof().options

/** Early versions lack `burstiness` and others; absent fields are unknown. */
function importedFields(
  result: Result,
  { all, metrics }: Readonly<{ all: ReadonlyMap<string, unknown>; metrics: ImportedMetrics }>,
): ConfigFields {
  const percentiles = [...metrics.values()].flatMap((stats) =>
    stats.percentiles.map(({ percentile }) => percentile),
  )
  return {
    backend: backendNames.find((name) => name === result.backend),
    label: result.label ?? undefined,
    model: result.model_id ?? undefined,
    tokenizer: result.tokenizer_id ?? undefined,
    numPrompts: result.num_prompts ?? undefined,
    requestRate: result.request_rate ?? undefined,
    burstiness: result.burstiness ?? undefined,
    maxConcurrency: all.has('max_concurrency') ? result.max_concurrency || null : undefined,
    rampUpStrategy: result.ramp_up_strategy ?? undefined,
    rampUpStartRps: result.ramp_up_start_rps ?? undefined,
    rampUpEndRps: result.ramp_up_end_rps ?? undefined,
    percentileMetrics: [...metrics.keys()],
    metricPercentiles: [...new Set(percentiles)].sort((a, b) => a - b),
    metadata: importedMetadata(all),
  }
}

/** Metadata that a user added to a result: `--metadata`, and the settings that a sweep script writes to each of its files. */
const mostFacts = 100
const longestFact = 1000

/** Keys of metrics in any version; other strings, numbers and switches are metadata. */
const figures =
  /^(mean|median|std|p[\d.]+)_|_throughput$|^(spec_decode|diffusion|probe|conversations|avg)_|^(rps_change_events|best_of|use_beam_search)$/

function importedMetadata(result: ReadonlyMap<string, unknown>): Record<string, string> {
  const facts = [...result].flatMap(([key, value]): [string, string][] =>
    Object.hasOwn(resultSchema.shape, key) || figures.test(key) || !isFact(value)
      ? []
      : [[key.slice(0, longestFact), String(value).slice(0, longestFact)]],
  )
  return Object.fromEntries(facts.slice(0, mostFacts))
}

function isFact(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

type ImportedRecords = Readonly<{
  details: ImportSource['requests']
  records: readonly RequestRecord[]
  /** Monotonic clock at the origin of the records' times; null if they have durations only. */
  originS: number | null
}>

const checkedArrays = [...requestArrays, 'server_queue_times', 'server_ttfts'] as const

const nothingImported: ImportedRecords = { details: 'none', records: [], originS: null }

/** Records require the failed requests and the durations of the others. */
function importedRecords(result: Result): ImportedRecords {
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
