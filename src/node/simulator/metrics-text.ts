// Formats the engine's metrics as Prometheus text, with vLLM's names and labels.
import type { Deployment } from './presets/gpu-presets.ts'
import type { EngineGroup } from './engine/engine-group.ts'
import type { Engine } from './engine/engine.ts'
import type { Histogram } from './engine/histogram.ts'
import { kvBlockTokens } from './engine/prefix-cache.ts'

type Labels = Readonly<Record<string, string | number>>
type Sample = Readonly<{ suffix?: string; labels: Labels; value: number }>
type Family = Readonly<{
  /** Without the prefix, and for counters without `_total`. */
  name: string
  type: 'gauge' | 'counter' | 'histogram'
  help: string
  samples: readonly Sample[]
}>

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

type MetricsSource = Readonly<{
  deployment: Deployment
  engine: EngineGroup
  prefixCaching: boolean
}>

export function renderMetrics(source: MetricsSource): string {
  const [first = [], ...others] = source.engine.engines.map((engine, rank) =>
    familiesOf(engine, rank, source),
  )
  const families = first.map((family, place) => {
    const ofOthers = others.flatMap((each) => each[place]?.samples ?? [])
    return { ...family, samples: [...family.samples, ...ofOthers] }
  })
  return `${families.map(renderFamily).join('\n')}\n`
}

/** Values of each engine, in the same order. */
function familiesOf(engine: Engine, rank: number, source: MetricsSource): readonly Family[] {
  const labels = { engine: String(rank), model_name: source.deployment.model.id }
  return [
    ...gauges(engine, labels),
    cacheConfig(source, rank),
    ...counters(engine, labels),
    ...speculationCounters(engine, labels),
    ...histograms(engine, labels),
  ]
}

function gauges({ scheduler, cache }: Engine, labels: Labels): Family[] {
  const { running, waiting } = scheduler
  const byReason = [
    { labels: { ...labels, reason: 'capacity' }, value: waiting },
    { labels: { ...labels, reason: 'deferred' }, value: 0 },
  ]
  const simple: [name: string, help: string, value: number][] = [
    ['num_requests_running', 'Requests in model execution batches.', running],
    ['num_requests_waiting', 'Requests waiting to be processed.', waiting],
    ['kv_cache_usage_perc', 'KV cache usage, 1 is full.', cache.usage],
  ]
  return [
    ...simple.map(([name, help, value]) => gauge(name, help, [{ labels, value }])),
    gauge('num_requests_waiting_by_reason', 'Waiting requests by reason.', byReason),
  ]
}

function cacheConfig({ deployment, prefixCaching }: MetricsSource, rank: number): Family {
  const labels = {
    block_size: kvBlockTokens,
    cache_dtype: 'auto',
    enable_prefix_caching: prefixCaching ? 'True' : 'False',
    engine: String(rank),
    gpu_memory_utilization: deployment.gpuMemoryUtilization,
    kv_cache_max_concurrency: deployment.kvCacheTokens / deployment.maxModelLen,
    kv_cache_size_tokens: deployment.kvCacheTokens,
    num_gpu_blocks: deployment.kvCacheTokens / kvBlockTokens,
  }
  return gauge('cache_config_info', 'Settings of the KV cache.', [{ labels, value: 1 }])
}

function counters({ metrics, scheduler }: Engine, labels: Labels): Family[] {
  const simple: [name: string, help: string, value: number][] = [
    ['prefix_cache_queries', 'Prompt tokens looked up.', metrics.prefixCacheQueries],
    ['prefix_cache_hits', 'Prompt tokens found cached.', metrics.prefixCacheHits],
    ['num_preemptions', 'Preemptions by the scheduler.', scheduler.preemptions],
    ['prompt_tokens', 'Prefill tokens processed.', metrics.promptTokens],
    ['prompt_tokens_cached', 'Cached prompt tokens.', metrics.cachedPromptTokens],
    ['generation_tokens', 'Tokens generated.', metrics.generationTokens],
  ]
  const finished = Object.entries(metrics.finished).map(([reason, value]) => ({
    labels: { ...labels, finished_reason: reason },
    value,
  }))
  return [
    ...simple.map(([name, help, value]) => counter(name, help, [{ labels, value }])),
    counter('request_success', 'Requests that ended, by reason.', finished),
  ]
}

/** Present only with speculative decoding, as in vLLM. */
function speculationCounters({ speculator }: Engine, labels: Labels): Family[] {
  if (speculator === null) return []
  const { drafts, draftTokens, acceptedTokens, acceptedAtPosition } = speculator
  const simple: [name: string, help: string, value: number][] = [
    ['spec_decode_num_drafts', 'Drafts made.', drafts],
    ['spec_decode_num_draft_tokens', 'Tokens drafted.', draftTokens],
    ['spec_decode_num_accepted_tokens', 'Drafted tokens that were kept.', acceptedTokens],
  ]
  return [
    ...simple.map(([name, help, value]) => counter(name, help, [{ labels, value }])),
    counter(
      'spec_decode_num_accepted_tokens_per_pos',
      'Drafted tokens that were kept, by position.',
      acceptedAtPosition.map((value, position) => ({ labels: { ...labels, position }, value })),
    ),
  ]
}

function histograms({ metrics }: Engine, labels: Labels): Family[] {
  const all: [name: string, help: string, data: Histogram][] = [
    ['time_to_first_token_seconds', 'Time to first token.', metrics.timeToFirstTokenS],
    ['inter_token_latency_seconds', 'Time between tokens.', metrics.interTokenLatencyS],
    [
      'request_time_per_output_token_seconds',
      'Mean time per output token.',
      metrics.timePerOutputTokenS,
    ],
    ['e2e_request_latency_seconds', 'Time from arrival to the end.', metrics.endToEndS],
    ['request_queue_time_seconds', 'Time waiting.', metrics.queueS],
    ['request_prefill_time_seconds', 'Time in prefill.', metrics.prefillS],
    ['request_decode_time_seconds', 'Time in decode.', metrics.decodeS],
    ['request_inference_time_seconds', 'Time running.', metrics.inferenceS],
    ['iteration_tokens_total', 'Tokens per engine step.', metrics.iterationTokens],
    ['request_prompt_tokens', 'Prefill tokens per request.', metrics.requestPromptTokens],
    ['request_generation_tokens', 'Generated tokens per request.', metrics.requestGenerationTokens],
    ['request_params_max_tokens', 'The max_tokens asked for.', metrics.requestMaxTokens],
  ]
  return all.map(([name, help, data]) => {
    return { name, type: 'histogram', help, samples: histogramSamples(data, labels) }
  })
}

function histogramSamples(data: Histogram, labels: Labels): Sample[] {
  const counts = data.cumulative()
  const bounds = [...data.bounds.map(formatNumber), '+Inf']
  const buckets = bounds.map((le, index) => ({
    suffix: '_bucket',
    labels: { ...labels, le },
    value: counts[index] ?? 0,
  }))
  return [
    ...buckets,
    { suffix: '_count', labels, value: data.count },
    { suffix: '_sum', labels, value: data.sum },
  ]
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: 'gauge', help, samples }
}

/** `name` without `_total`. */
function counter(name: string, help: string, samples: readonly Sample[]): Family {
  const totals = samples.map((sample) => ({ ...sample, suffix: '_total' }))
  return { name, type: 'counter', help, samples: totals }
}

function renderFamily({ name, type, help, samples }: Family): string {
  const fullName = `vllm:${name}`
  const shownName = type === 'counter' ? `${fullName}_total` : fullName
  const lines = samples.map(
    ({ suffix = '', labels, value }) =>
      `${fullName}${suffix}${formatLabels(labels)} ${formatNumber(value)}`,
  )
  return [`# HELP ${shownName} ${help}`, `# TYPE ${shownName} ${type}`, ...lines].join('\n')
}

function formatLabels(labels: Labels): string {
  return `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`
}

/** Formats floats like Python: whole numbers end in ".0". */
function formatNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}
