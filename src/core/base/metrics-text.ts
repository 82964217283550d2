// Parses /metrics (Prometheus exposition format), one sample per line; names of engines and releases; size of the KV cache.
import { mostReading } from './bounds.ts'

export type MetricSample = Readonly<{
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}>

/** An exemplar after the value has its own braces. */
const sampleLine = /^([A-Za-z_:][\w:]*)\s*(?:\{((?:[^"{}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)/
/** The lookbehind matches a name only at its start, not again at each of its characters. */
const labelPair = /(?<!\w)([A-Za-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g
const escapes: Readonly<Record<string, string>> = { n: '\n' }

/** Comments and malformed lines are skipped. */
export function parseMetricsText(text: string): MetricSample[] {
  return text.split('\n').flatMap((line) => {
    const match = sampleLine.exec(line)
    if (match === null) return []
    const [, name = '', labels = '', value = ''] = match
    return [{ name, labels: parseLabels(labels), value: toNumber(value) }]
  })
}

/** Types such as `counter`, `gauge` and `histogram`, by the metric named in the TYPE comment. */
export function parseMetricTypes(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(/^# TYPE (\S+) (\S+)/gm), ([, name = '', type = '']) => [name, type]),
  )
}

function parseLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(labelPair), ([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
}

/** Callers skip infinities and NaN. */
function toNumber(text: string): number {
  if (text === '+Inf') return Infinity
  const value = text === '-Inf' ? -Infinity : Number(text)
  return Math.abs(value) > mostReading ? Math.sign(value) * Infinity : value
}

/** Ray's agent writes `ray_vllm_…` and OpenTelemetry `vllm_…` for `vllm:…`; NIM writes no engine. */
const engineName =
  /^(?:ray_)?(vllm|sglang|lmdeploy|aphrodite|llamacpp|tgi|trtllm|nv_trt_llm)[:_](\w+)$/
const nimName =
  /^(?:num_requests_(?:running|waiting)|gpu_cache_usage_perc|(?:prompt|generation)_tokens_total|(?:time_to_first_token|time_per_output_token|e2e_request_latency)_seconds_(?:sum|count|bucket))$/

/** vLLM's newest name for the names of other engines and older releases; Triton adds a label. */
const vllmNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    num_requests_running:
      'num_running_reqs batch_current_size requests_processing request_metrics{scheduled}',
    num_requests_waiting: 'num_queue_reqs queue_size requests_deferred request_metrics{waiting}',
    kv_cache_usage_perc:
      'gpu_cache_usage_perc token_usage kv_cache_usage_ratio kv_cache_utilization kv_cache_block_metrics{fraction}',
    prefix_cache_queries_total: 'gpu_prefix_cache_queries_total',
    prefix_cache_hits_total: 'gpu_prefix_cache_hits_total cached_tokens_total',
    prompt_tokens_total: 'request_input_length_sum',
    generation_tokens_total: 'tokens_predicted_total request_generated_tokens_sum',
    inter_token_latency_seconds: 'time_per_output_token_seconds',
  }).flatMap(([newest, others]) => others.split(' ').map((other) => [other, newest] as const)),
)

const queries = 'vllm:prefix_cache_queries_total'

/** Counters, which Ray also exports without the suffix. */
const bareCounter = /^(?:num_preemptions|\w+_(?:tokens|queries|hits))$/
const histogramPart = /_(?:sum|count|bucket)$/

/** Engine metrics under vLLM's newest names. A metric under several names counts once, under the newest if possible. */
export function inVllmNames(samples: readonly MetricSample[]): MetricSample[] {
  const chosen = new Map<string, string>()
  const named = samples.flatMap((sample) => vllmNamesOf(sample).map((name) => ({ sample, name })))
  for (const { sample, name } of named) {
    const isNewest = sample.name.endsWith(name.replace('vllm:', ''))
    if (isNewest || !chosen.has(name)) chosen.set(name, sample.name)
  }
  return named.flatMap(({ sample, name }) =>
    chosen.get(name) === sample.name ? [{ ...sample, name }] : [],
  )
}

/** SGLang counts only hits; each prompt token is a query. */
function vllmNamesOf(sample: MetricSample): readonly string[] {
  const name = vllmName(sample)
  const hasQueries = name === 'vllm:prompt_tokens_total' && sample.name.startsWith('sglang')
  return [...(name === null ? [] : [name]), ...(hasQueries ? [queries] : [])]
}

function vllmName({ name, labels }: MetricSample): string | null {
  const [, engine, own = ''] = engineName.exec(nimName.test(name) ? `vllm:${name}` : name) ?? []
  if (engine === undefined) return null
  const label = labels['request_type'] ?? labels['kv_cache_block_type']
  const [part = ''] = histogramPart.exec(own) ?? []
  const family = own.slice(0, own.length - part.length)
  // TensorRT-LLM reports it per request.
  if (engine === 'trtllm' && family === 'time_per_output_token_seconds')
    return `vllm:request_${own}`
  const spelled = bareCounter.test(own) ? `${own}_total` : own
  const newest =
    vllmNames.get(engine === 'nv_trt_llm' ? `${own}{${label}}` : spelled) ??
    (vllmNames.get(family) ?? family) + (part === '' ? spelled.slice(own.length) : part)
  return `vllm:${newest}`
}

/**
 * Capacity of the server's KV cache in tokens, from the labels of one metric; null if the server does not report it.
 * Older servers report blocks and their size.
 */
export function kvCacheTokens(metricsText: string): number | null {
  const settings = inVllmNames(parseMetricsText(metricsText)).find(
    ({ name }) => name === 'vllm:cache_config_info',
  )
  if (settings === undefined) return null
  const { kv_cache_size_tokens, num_gpu_blocks, block_size } = settings.labels
  return wholeNumber(kv_cache_size_tokens) ?? product(num_gpu_blocks, block_size)
}

function product(blocks: string | undefined, tokensPerBlock: string | undefined): number | null {
  const factors = [wholeNumber(blocks), wholeNumber(tokensPerBlock)]
  return factors.reduce((a, b) => (a === null || b === null ? null : a * b))
}

/** vLLM writes `None` for unknown values. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
