// Values of the result file's keys; the compatibility profile determines the keys and their order.
import { scalarByFileKey, type ScalarFileKey, scalarOf } from '../../metrics/scalar-names.ts'
import { shownScalar } from '#core/stats/scalar-values.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import type { ResultKey } from '../../compat/result-keys.ts'
import { localIsoText, localStamp, utcText } from '#core/base/local-time.ts'
import { conversationEntries } from '../console/conversation-report.ts'
import {
  finishedAtEpochMs,
  type MeasuredRun,
  type MeasuredRunWithRecords,
} from '../../model/run/measured-run.ts'
import { inputThroughput } from '../console/report-rows.ts'
import { partKeys, type RunPart } from '../console/run-part.ts'
import { runParts } from '../console/run-parts.ts'
import { reportedMetrics } from '../console/reported-metrics.ts'
import {
  type RequestArrayKey,
  requestArrays,
  retryEntries,
  serverTimeEntries,
  targetIndexEntries,
} from './request-arrays.ts'
import { float, type PythonEntry, type PythonValue } from './python-json.ts'
import { statsEntries } from './stats-entries.ts'
import { cutOff } from '../../stats/genuine-failures.ts'
import { arrivalPatternOf } from '#core/workload/arrivals.ts'
import { requestRateAt } from '#core/workload/arrivals.ts'
import type { MetricStats } from '../../model/run/metric-stats.ts'
import type { SteadyState } from '../../model/run/steady-state.ts'
import { shortWindowWarning } from '../console/steady-state-report.ts'

type PartKey = RunPart['key']
type GroupKey = Exclude<Extract<ResultKey, `[${string}]`>, PartKey>
type ValueKey = Exclude<ResultKey, GroupKey | PartKey | RequestArrayKey | ScalarFileKey>

/** Empty if the key does not apply to the run. */
export function resultEntries(key: ResultKey, run: MeasuredRunWithRecords): readonly PythonEntry[] {
  if (isPart(key)) return runParts.flatMap((part) => (part.key === key ? part.entries(run) : []))
  if (isGroup(key)) return groups[key](run)
  if (isScalar(key)) return scalarEntries(key, run)
  return [[key, isArray(key) ? requestArrays[key](run) : values[key](run)]]
}

/** Entries of an interrupted run, in any profile: none of the original clients writes a file in that case. */
export function interruptionEntries({ cancelled, summary }: MeasuredRun): readonly PythonEntry[] {
  if (cancelled !== true) return []
  return [
    ['interrupted', true],
    ['cut_off_requests', cutOff(summary)],
  ]
}

/** Warnings in English, under our own key. */
export function warningEntries({ summary }: MeasuredRun): readonly PythonEntry[] {
  const { warnings = [] } = summary
  return warnings.length === 0 ? [] : [['warnings', warnings.map(({ text }) => text)]]
}

function isScalar(key: ResultKey): key is ScalarFileKey {
  return scalarByFileKey.has(key)
}

/** Omits our own keys if the run has no value. */
function scalarEntries(key: ScalarFileKey, { summary }: MeasuredRun): readonly PythonEntry[] {
  const name = scalarByFileKey.get(key)
  if (name === undefined) return []
  const value = shownScalar(name, summary)
  const { stored, file } = scalarOf(name)
  if (value === file?.leftOutAt) return []
  if (value === null) return file?.isOwn === true ? [] : [[key, null]]
  return [[key, stored.type === 'int' ? value : float(value)]]
}

function isPart(key: ResultKey): key is PartKey {
  return partKeys.some((partKey) => partKey === key)
}

function isGroup(key: ResultKey): key is GroupKey {
  return key in groups
}

function isArray(key: ResultKey): key is RequestArrayKey {
  return key in requestArrays
}

const values: Readonly<Record<ValueKey, (run: MeasuredRun) => PythonValue>> = {
  date: (run) => localStamp(finishedAtEpochMs(run)),
  endpoint_type: ({ config }) => config.backend,
  backend: ({ config }) => config.backend,
  label: ({ config }) => config.label,
  model_id: ({ config }) => config.model,
  tokenizer_id: ({ config }) =>
    config.skipTokenizerInit ? null : (config.tokenizer ?? config.model),
  best_of: ({ config }) => config.bestOf ?? 1,
  // The flag has no effect: this client never requests beam search from a server.
  use_beam_search: () => false,
  num_prompts: ({ config }) => config.numPrompts,
  request_rate: ({ config: { requestRate } }) =>
    requestRate === 'inf' ? 'inf' : float(requestRate),
  burstiness: ({ config: { burstiness } }) => float(burstiness === 'inf' ? Infinity : burstiness),
  max_concurrency: ({ config }) => config.maxConcurrency,
  input_throughput: ({ summary }) => float(inputThroughput(summary)),
}

const groups: Readonly<Record<GroupKey, (run: MeasuredRunWithRecords) => readonly PythonEntry[]>> =
  {
    '[metadata]': ({ config }) =>
      Object.entries(config.metadata).map(([key, text]) => [key, keptOf(text, config)]),
    '[ramp]': ({ config }) =>
      config.rampUpStrategy === null
        ? []
        : [
            ['ramp_up_strategy', config.rampUpStrategy],
            ['ramp_up_start_rps', config.rampUpStartRps],
            ['ramp_up_end_rps', config.rampUpEndRps],
          ],
    '[server times]': ({ records }) => serverTimeEntries(records),
    '[retries]': ({ records }) => retryEntries(records),
    '[rate changes]': (run) => {
      const changes = rateChanges(run)
      return changes.length === 0 ? [] : [['rps_change_events', changes]]
    },
    '[metrics]': metricEntries,
    '[finished at]': (run) => [['finished_at', utcText(finishedAtEpochMs(run))]],
    '[max model len]': ({ config: { maxModelLen } }) =>
      maxModelLen === null ? [] : [['max_model_len', maxModelLen]],
    '[steady state]': ({ summary: { steadyState } }) =>
      steadyState === null ? [] : [['steady_state', steadyStateObject(steadyState)]],
    '[conversations]': conversationEntries,
    '[target indices]': ({ records }) => targetIndexEntries(records),
  }

/** Text before another `=`, if the compatibility profile truncates it there. */
function keptOf(text: string, config: BenchmarkConfig): string {
  const [beforeEquals = ''] = text.split('=')
  return compatProfileOf(config).result.cutsMetadata ? beforeEquals.trim() : text
}

function metricEntries(run: MeasuredRun): readonly PythonEntry[] {
  return reportedMetrics(run).flatMap(({ name, stats }) => statsEntries(name, stats))
}

/** Maximum number of steps between two requests of a ramp. */
const mostRateSteps = 100_000

/**
 * Times when a ramp passed each whole number of requests per second: the start rate first, then every whole rate at the request that
 * reached it. Empty without a ramp.
 */
function rateChanges(run: MeasuredRunWithRecords): readonly PythonValue[] {
  const pattern = arrivalPatternOf(run.config)
  if (pattern.rampUp === null) return []
  const changes = [rateChange(pattern.rampUp.startRps, run.startedAtEpochMs)]
  let reachedRps = pattern.rampUp.startRps
  for (const [index, { scheduledAtUs }] of run.records.entries()) {
    const rps = Math.trunc(requestRateAt(pattern, index, run.records.length))
    // No client can follow a ramp with more steps, so only the last ones are listed.
    reachedRps = Math.max(reachedRps, rps - mostRateSteps)
    while (reachedRps < rps) {
      reachedRps += 1
      changes.push(rateChange(reachedRps, run.startedAtEpochMs + scheduledAtUs / 1000))
    }
  }
  return changes
}

function rateChange(rps: number, epochMs: number): PythonValue {
  return new Map<string, PythonValue>([
    ['rps', rps],
    ['timestamp', localIsoText(epochMs)],
  ])
}

/** Steady state as an object in the result file, with the keys of the original's Rust client. Exported for tests. */
export function steadyStateObject(steady: SteadyState): Map<string, PythonValue> {
  const { ttft, tpot } = steady
  return new Map<string, PythonValue>([
    ['window', windowObject(steady)],
    ['request_throughput', float(steady.requestThroughput)],
    ['input_throughput', float(steady.inputThroughput)],
    ['output_throughput', rate(steady.outputThroughput)],
    ['total_token_throughput', rate(steady.totalTokenThroughput)],
    ['mean_ttft_ms', float(ttft.mean)],
    ['median_ttft_ms', float(ttft.median)],
    [
      'percentiles_ttft_ms',
      ttft.percentiles.map(({ percentile, value }) => [float(percentile), float(value)]),
    ],
    ['mean_tpot_ms', float(tpot.mean)],
    ['median_tpot_ms', float(tpot.median)],
    ['p90_tpot_ms', float(percentileOf(tpot, 90))],
    ['p99_tpot_ms', float(percentileOf(tpot, 99))],
  ])
}

function rate(perSecond: number | null): PythonValue {
  return perSecond === null ? null : float(perSecond)
}

/** Times count from the first successful start, as the original counts them. */
function windowObject(steady: SteadyState): Map<string, PythonValue> {
  const { window } = steady
  return new Map<string, PythonValue>([
    ['start_s', float(window.startS - window.firstStartS)],
    ['end_s', float(window.endS - window.firstStartS)],
    ['duration_s', float(window.durationS)],
    ['target_concurrency', window.targetConcurrency],
    ['threshold', float(window.threshold)],
    ['threshold_abs', window.thresholdConcurrency],
    ['observed_peak', window.observedPeak],
    ['requests_started_in_window', window.requestsStarted],
    ['requests_completed_in_window', window.requestsCompleted],
    ['requests_total', window.requestsTotal],
    ['warning', shortWindowWarning(steady)[0] ?? null],
  ])
}

function percentileOf({ percentiles }: MetricStats, wanted: number): number {
  return percentiles.find(({ percentile }) => percentile === wanted)?.value ?? 0
}
