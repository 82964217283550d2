// The result file of `vllm bench serve`: keys, their order, types and number texts as its newest release writes
// them, so that every script made for that file reads ours. Target: main of August 2026 with v0.30's arrays.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { RunSummary } from '../model/run-summary.ts'
import { isSuccess, measuredFromRecord, type MeasuredRequest } from '../stats/measured-request.ts'
import { errorText } from './error-text.ts'
import { localStamp } from './local-time.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from './measured-run.ts'
import { float, pythonJson, type PythonValue } from './python-json.ts'
import { rateChanges } from './rate-changes.ts'
import { percentileText, reportedMetrics } from './reported-metrics.ts'

type Entry = readonly [key: string, value: PythonValue]

/** Arrays that stay in a file without details, as in v0.30. */
const keptKeys = ['latencies', 'queue_times']

/** One line without a newline at its end. */
export function resultJson(
  run: MeasuredRunWithRecords,
  { detailed }: { readonly detailed: boolean },
): string {
  const result = new Map<string, PythonValue>([
    ...headEntries(run),
    ...totalEntries(run.summary),
    ...requestEntries(run, (key) => detailed || keptKeys.includes(key)),
    ...peakEntries(run.summary),
    ...rampResultEntries(run),
    ...metricEntries(run),
  ])
  return pythonJson(result)
}

/** Several results as one JSON list, as for the points of a sweep. */
export function resultListJson(results: readonly string[]): string {
  return `[${results.join(',\n')}]`
}

function headEntries(run: MeasuredRunWithRecords): readonly Entry[] {
  const { config } = run
  const { requestRate, burstiness } = config
  return [
    ['date', localStamp(finishedAtEpochMs(run))],
    ['endpoint_type', config.backend],
    ['backend', config.backend],
    ['label', config.label],
    ['model_id', config.model],
    ['tokenizer_id', config.skipTokenizerInit ? null : (config.tokenizer ?? config.model)],
    ['num_prompts', config.numPrompts],
    ...Object.entries(config.metadata),
    ['request_rate', requestRate === 'inf' ? 'inf' : float(requestRate)],
    ['burstiness', float(burstiness === 'inf' ? Infinity : burstiness)],
    ['max_concurrency', config.maxConcurrency],
    ...rampHeadEntries(config),
  ]
}

function rampHeadEntries(config: BenchmarkConfig): readonly Entry[] {
  if (config.rampUpStrategy === null) return []
  return [
    ['ramp_up_strategy', config.rampUpStrategy],
    ['ramp_up_start_rps', config.rampUpStartRps],
    ['ramp_up_end_rps', config.rampUpEndRps],
  ]
}

function totalEntries(summary: RunSummary): readonly Entry[] {
  return [
    ['duration', float(summary.durationS)],
    ['completed', summary.completed],
    ['failed', summary.failed],
    ['total_input_tokens', summary.totalInputTokens],
    ['total_output_tokens', summary.totalOutputTokens],
    ['request_throughput', float(summary.requestThroughput)],
    ['request_goodput', floatOrNull(summary.requestGoodput)],
    ['output_throughput', float(summary.outputThroughput)],
    ['total_token_throughput', float(summary.totalTokenThroughput)],
  ]
}

function floatOrNull(value: number | null): PythonValue {
  return value === null ? null : float(value)
}

/** One value per request in the order of the plan; a failed one has zeros and its error's text. */
function requestEntries(
  { records, startedAtMonotonicS }: MeasuredRunWithRecords,
  isWanted: (key: string) => boolean,
): readonly Entry[] {
  const requests = records.map(measuredFromRecord)
  const whenDone = (measureS: (request: MeasuredRequest) => number) =>
    Float64Array.from(requests, (request) => (isSuccess(request) ? measureS(request) : 0))
  // A large run has too many of these to make any that is not written.
  const arrays: Readonly<Record<string, () => PythonValue>> = {
    input_lens: () => requests.map(({ promptTokens }) => promptTokens),
    output_lens: () => requests.map((request) => (isSuccess(request) ? request.outputTokens : 0)),
    ttfts: () => whenDone(({ ttftS }) => ttftS),
    itls: () => requests.map((request) => (isSuccess(request) ? gapsS(request) : none)),
    latencies: () => whenDone(({ latencyS }) => latencyS),
    start_times: () => Float64Array.from(requests, ({ startS }) => startedAtMonotonicS + startS),
    queue_times: () => Float64Array.from(requests, ({ queueS }) => queueS),
    generated_texts: () => records.map(({ error, generatedText }) => (error ? '' : generatedText)),
    errors: () => records.map(errorText),
  }
  return Object.entries(arrays)
    .filter(([key]) => isWanted(key))
    .map(([key, valueOf]) => [key, valueOf()])
}

const none = new Float64Array()

function gapsS({ interTokenLatenciesUs }: MeasuredRequest): Float64Array {
  return Float64Array.from(interTokenLatenciesUs, (gapUs) => gapUs / 1e6)
}

function peakEntries(summary: RunSummary): readonly Entry[] {
  return [
    ['max_output_tokens_per_s', floatOrNull(summary.maxOutputTokensPerS)],
    ['max_concurrent_requests', summary.maxConcurrentRequests],
    ['rtfx', float(summary.rtfx)],
  ]
}

function rampResultEntries(run: MeasuredRunWithRecords): readonly Entry[] {
  const changes = rateChanges(run)
  return changes.length === 0 ? [] : [['rps_change_events', changes]]
}

function metricEntries(run: MeasuredRunWithRecords): readonly Entry[] {
  return reportedMetrics(run).flatMap(({ name, stats }): readonly Entry[] => {
    const { mean, median, std, percentiles } = stats
    return [
      [`mean_${name}_ms`, float(mean)],
      [`median_${name}_ms`, float(median)],
      [`std_${name}_ms`, float(std)],
      ...percentiles.map(({ percentile, value }): Entry => [
        `p${percentileText(percentile)}_${name}_ms`,
        float(value),
      ]),
    ]
  })
}
