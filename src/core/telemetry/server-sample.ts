// Reads a sample from a server's /metrics, of any engine.
import {
  type EngineValue,
  sampledValues,
  type SampledValues,
  type ServerValue,
} from '#core/records/sampled-values.ts'
import { inVllmNames, type MetricSample } from '../base/metrics-text.ts'
import { sum } from '#core/base/spread.ts'

type ServerMetricSource = Readonly<{
  /** Uses the first name that a server has, because a release may export a counter under its old and its new name. */
  names: readonly RegExp[]
  over: (samples: readonly MetricSample[]) => number
}>

/** A server has one of each series per engine. */
const readings: Readonly<Record<ServerValue, ServerMetricSource>> = {
  requestsRunning: added(/^vllm:num_requests_running$/),
  requestsWaiting: added(/^vllm:num_requests_waiting$/),
  kvCacheUsage: {
    names: [/^vllm:kv_cache_usage_perc$/],
    over: (samples) => sum(samples.map(({ value }) => value)) / samples.length,
  },
  promptTokens: added(/^vllm:prompt_tokens_total$/),
  generationTokens: added(/^vllm:generation_tokens_total$/),
  prefixCacheQueries: added(/^vllm:prefix_cache_queries_total$/),
  prefixCacheHits: added(/^vllm:prefix_cache_hits_total$/),
  preemptions: added(/^vllm:num_preemptions_total$/),
  externalCacheQueries: added(/^vllm:external_prefix_cache_queries_total$/),
  externalCacheHits: added(/^vllm:external_prefix_cache_hits_total$/),
  draftTokens: added(/^vllm:spec_decode_num_draft_tokens_total$/),
  acceptedTokens: added(/^vllm:spec_decode_num_accepted_tokens_total$/),
  transferBytes: added(/^vllm:nixl_bytes_transferred_sum$/),
  transfers: added(/^vllm:nixl_xfer_time_seconds_count$/),
  transferS: added(/^vllm:nixl_xfer_time_seconds_sum$/),
  failedTransfers: added(/^vllm:nixl_num_failed_transfers_total$/),
  offloadBytes: added(
    /^vllm:kv_offload_(load|store)_bytes_total$/,
    /^vllm:kv_offload_total_bytes_total$/,
  ),
  adaptersRunning: namedIn('running_lora_adapters'),
  adaptersWaiting: namedIn('waiting_lora_adapters'),
}

function added(...names: readonly RegExp[]): ServerMetricSource {
  return { names, over: (samples) => sum(samples.map(({ value }) => value)) }
}

/** vLLM writes a series per set of adapters, whose value is the time when it was last seen. */
function namedIn(label: string): ServerMetricSource {
  return {
    names: [/^vllm:lora_requests_info$/],
    over: (samples) => {
      const newest = samples.reduce((best, one) => (one.value > best.value ? one : best))
      return (newest.labels[label] ?? '').split(',').filter((name) => name !== '').length
    },
  }
}

/** Null if the text has none of the metrics. */
export function serverSample(samples: readonly MetricSample[]): SampledValues | null {
  const values = valuesOf(sampledValues.server, inVllmNames(samples))
  return Object.keys(values).length === 0 ? null : values
}

/** Values of each engine with running or waiting requests, by its number; empty for a server without engine numbers. */
export function engineSamples(
  samples: readonly MetricSample[],
): readonly (readonly [engine: string, values: SampledValues])[] {
  const ofEngines = inVllmNames(samples)
  const engines = new Set(ofEngines.map(engineOf).filter((engine) => engine !== ''))
  return [...engines].flatMap((engine) => {
    const ofEngine = ofEngines.filter((sample) => engineOf(sample) === engine)
    const values = valuesOf(sampledValues.engine, ofEngine)
    return values.requestsRunning === undefined ? [] : [[engine, values] as const]
  })
}

/** Each replica of Ray Serve numbers its engines from 0. */
function engineOf({ labels }: MetricSample): string {
  const engine = labels['engine'] ?? labels['dp_rank'] ?? ''
  return [labels['ReplicaId'] ?? '', engine].filter((part) => part !== '').join(' ')
}

function valuesOf<Name extends ServerValue | EngineValue>(
  names: readonly Name[],
  samples: readonly MetricSample[],
): Partial<Record<ServerValue, number>> {
  const reported = samples.filter(({ value }) => Number.isFinite(value))
  const values: Partial<Record<ServerValue, number>> = {}
  for (const name of names) {
    const reading = readings[name]
    const found = reading.names
      .map((pattern) => reported.filter((sample) => pattern.test(sample.name)))
      .find((some) => some.length > 0)
    if (found !== undefined) values[name] = reading.over(found)
  }
  return values
}
