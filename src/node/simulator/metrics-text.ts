// The engine's numbers as Prometheus text, with vLLM's names and labels.
import type { Deployment } from './deployment.ts'
import type { Engine } from './engine.ts'
import type { Histogram } from './histogram.ts'
import { gpuMemoryUtilization, kvBlockTokens } from './memory-plan.ts'

type Labels = Readonly<Record<string, string | number>>
type Sample = Readonly<{ suffix?: string; labels: Labels; value: number }>

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricsSource = Readonly<{
  deployment: Deployment
  engine: Engine
  prefixCaching: boolean
}>

export function renderMetrics(source: MetricsSource): string {
  const labels = { engine: '0', model_name: source.deployment.model.id }
  const families = [
    ...gauges(source.engine, labels),
    cacheConfig(source),
    ...counters(source.engine, labels),
    ...histograms(source.engine, labels),
  ]
  return `${families.join('\n')}\n`
}

function gauges({ scheduler, cache }: Engine, labels: Labels): string[] {
  return [
    gauge(
      'num_requests_running',
      'Requests in model execution batches.',
      labels,
      scheduler.running,
    ),
    gauge('num_requests_waiting', 'Requests waiting to be processed.', labels, scheduler.waiting),
    family('num_requests_waiting_by_reason', 'gauge', 'Waiting requests by reason.', [
      { labels: { ...labels, reason: 'capacity' }, value: scheduler.waiting },
      { labels: { ...labels, reason: 'deferred' }, value: 0 },
    ]),
    gauge('kv_cache_usage_perc', 'KV cache usage, 1 is full.', labels, cache.usage),
  ]
}

function cacheConfig({ deployment, prefixCaching }: MetricsSource): string {
  const labels = {
    block_size: kvBlockTokens,
    cache_dtype: 'auto',
    enable_prefix_caching: prefixCaching ? 'True' : 'False',
    engine: '0',
    gpu_memory_utilization: gpuMemoryUtilization,
    kv_cache_max_concurrency: deployment.kvCacheTokens / deployment.maxModelLen,
    kv_cache_size_tokens: deployment.kvCacheTokens,
    num_gpu_blocks: deployment.kvCacheTokens / kvBlockTokens,
  }
  return gauge('cache_config_info', 'Settings of the KV cache.', labels, 1)
}

function counters({ metrics, scheduler }: Engine, labels: Labels): string[] {
  const finished = Object.entries(metrics.finished).map(([reason, value]) => ({
    suffix: '_total',
    labels: { ...labels, finished_reason: reason },
    value,
  }))
  return [
    counter('prefix_cache_queries', 'Prompt tokens looked up.', labels, metrics.prefixCacheQueries),
    counter('prefix_cache_hits', 'Prompt tokens found cached.', labels, metrics.prefixCacheHits),
    counter('num_preemptions', 'Preemptions by the scheduler.', labels, scheduler.preemptions),
    counter('prompt_tokens', 'Prefill tokens processed.', labels, metrics.promptTokens),
    counter('prompt_tokens_cached', 'Cached prompt tokens.', labels, metrics.cachedPromptTokens),
    counter('generation_tokens', 'Tokens generated.', labels, metrics.generationTokens),
    family('request_success', 'counter', 'Requests that ended, by reason.', finished),
  ]
}

function histograms({ metrics }: Engine, labels: Labels): string[] {
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
  return all.map(([name, help, data]) =>
    family(name, 'histogram', help, histogramSamples(data, labels)),
  )
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

function gauge(...[name, help, labels, value]: [string, string, Labels, number]): string {
  return family(name, 'gauge', help, [{ labels, value }])
}

function counter(...[name, help, labels, value]: [string, string, Labels, number]): string {
  return family(name, 'counter', help, [{ suffix: '_total', labels, value }])
}

function family(
  ...[name, type, help, samples]: [string, string, string, readonly Sample[]]
): string {
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

/** As Python prints floats: whole numbers carry ".0". */
function formatNumber(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}
