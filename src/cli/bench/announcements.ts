// Lines printed while a run starts, with the original client's wording and order.
import { endpointUrl, repeatedIn, serverUrl } from '#core/backends/server-address.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { BenchmarkStep } from '#core/model/run/benchmark-step.ts'
import { isSelfTimed } from '#core/traits/dataset-traits.ts'
import { compatProfileOf, isReadyChecked } from '#core/compat/compat-profile-of.ts'
import { serverBaseUrl } from '#core/flags/server-urls.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { pythonFloatText } from '#core/base/python-number.ts'
import type { PlannedBenchmark } from '#node/experiment/benchmark.ts'

type Announce = (config: BenchmarkConfig) => readonly string[]

const stepLines: Partial<Readonly<Record<BenchmarkStep, Announce>>> = {
  'checking-health': (config) => [
    ...temperatureLines(config),
    `Checking server health at ${serverUrl(serverBaseUrl(config), '/health')}`,
  ],
  'checking-server': ({ durationMinutes, model }) => [
    ...(durationMinutes === null ? [] : ['Server is ready!']),
    ...(model === null ? ['Model not specified, fetching first model from server...'] : []),
  ],
  'waiting-until-ready': (config) =>
    compatProfileOf(config).console.saysItWaits
      ? [`Waiting for endpoint to become up in ${config.readyCheckTimeoutSec} seconds`]
      : [],
  'starting-profiler': () => ['Starting profiler...'],
  connecting: (config) =>
    isReadyChecked(config) ? [compatProfileOf(config).console.testDone] : [],
  'warming-up': ({ numWarmups, warmUpSeconds }) => [
    ...(numWarmups > 0 ? [`Warming up with ${numWarmups} requests...`] : []),
    ...(warmUpSeconds > 0 ? [`Warming up with the load itself for ${warmUpSeconds} s...`] : []),
  ],
  running: (config) => [
    ...(config.numWarmups > 0 ? ['Warmup run completed.'] : []),
    ...(compatProfileOf(config).console.saysItStarts ? ['Starting main benchmark run...'] : []),
    ...trafficLines(config),
    ...durationLines(config),
    ...probeLines(config),
  ],
  'stopping-profiler': () => ['Stopping profiler...'],
}

/** Lines to print when a step begins. */
export function stepAnnouncement(step: BenchmarkStep, config: BenchmarkConfig): readonly string[] {
  return stepLines[step]?.(config) ?? []
}

/** Lines to print once the requests are known. */
export function planAnnouncement(asked: BenchmarkConfig, planned: PlannedBenchmark): string[] {
  const { model, servedModelName } = planned.config
  return [
    ...(asked.model === null
      ? [`First model name: ${servedModelName ?? model}, first model id: ${model}`]
      : []),
    'Starting initial single prompt test run...',
    ...(isReadyChecked(asked) ? [] : ['Skipping endpoint ready check.']),
  ]
}

/** Duration in seconds up to which a trace needs no note. */
const shortTraceS = 60

/** Rate above which the times of a trace are probably in a larger unit. */
const improbableRate = 5000

type Schedule = Pick<PlannedBenchmark, 'requests' | 'lastDueS'>

/**
 * If the times of a trace are in a smaller unit than assumed, or cover a whole day, it takes far longer than the user may expect;
 * if they are in a larger unit, it is sent at once.
 */
function traceNote(
  config: BenchmarkConfig,
  { requests, lastDueS = 0 }: Schedule,
): readonly Message[] {
  if (!isSelfTimed(config)) return []
  if (lastDueS >= shortTraceS) {
    return [message('runs.traceTakes', { seconds: Math.round(lastDueS) })]
  }
  const isAtOnce = lastDueS > 0 && (requests - 1) / lastDueS > improbableRate
  const seconds = formatNumber(lastDueS)
  return isAtOnce ? [message('runs.traceAtOnce', { count: requests, seconds })] : []
}

/** vLLM would append the endpoint to any URL. */
function repeatedNote(config: BenchmarkConfig): readonly Message[] {
  const baseUrl = serverBaseUrl(config)
  const part = repeatedIn(baseUrl, config.endpoint)
  if (part === null) return []
  return [message('address.repeated', { part, url: endpointUrl(baseUrl, config.endpoint) })]
}

/** Facts about a plan that the user may not expect. */
export function planNotes(config: BenchmarkConfig, schedule: Schedule): readonly Message[] {
  return [...repeatedNote(config), ...traceNote(config, schedule)]
}

/** For profiles that send a temperature by default. */
function temperatureLines(config: BenchmarkConfig): readonly string[] {
  const usual = compatProfileOf(config).requests.completions.includes('temperature') ? 0 : null
  const temperature = config.temperature ?? usual
  return temperature === null ? [] : [`Temperature:  ${pythonFloatText(temperature)}`]
}

function durationLines({ durationMinutes }: BenchmarkConfig): readonly string[] {
  return durationMinutes === null
    ? []
    : [`Benchmark duration: ${pythonFloatText(durationMinutes)} minutes`]
}

function trafficLines(config: BenchmarkConfig): readonly string[] {
  if (isSelfTimed(config)) return ['Self timing is set, using the timestamps from the trace file.']
  if (!compatProfileOf(config).console.saysAllTraffic) return rateLines(config)
  const { burstiness, maxConcurrency } = config
  const process = burstiness === 1 ? 'Poisson process' : 'Gamma distribution'
  return [
    ...rateLines(config),
    `Burstiness factor: ${numberText(burstiness)} (${process})`,
    `Maximum request concurrency: ${maxConcurrency ?? 'None'}`,
  ]
}

function rateLines(config: BenchmarkConfig): readonly string[] {
  const { rampUpStrategy, rampUpStartRps, rampUpEndRps, requestRate } = config
  if (config.requestRateSeries !== null)
    return [`Traffic request rate: series ${config.requestRateSeries}`]
  if (rampUpStrategy === null) return [`Traffic request rate: ${numberText(requestRate)}`]
  return [
    `Traffic ramp-up strategy: ${rampUpStrategy}.`,
    `Will increase RPS from ${rampUpStartRps} to ${rampUpEndRps} RPS over the duration of the benchmark.`,
  ]
}

function probeLines({ probeRequestRate: rate }: BenchmarkConfig): readonly string[] {
  return rate > 0 ? [`Probe request rate: ${numberText(rate)} req/s`] : []
}

function numberText(value: number | 'inf'): string {
  return value === 'inf' ? 'inf' : pythonFloatText(value)
}
