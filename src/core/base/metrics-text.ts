// Parses the text of a server's /metrics (Prometheus exposition format), one sample per line, and the size of its KV
// cache.
import { mostReading } from './bounds.ts'

export type MetricSample = Readonly<{
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}>

const sampleLine = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/
/** The lookbehind matches a name only at its start, not again at each of its letters. */
const labelPair = /(?<!\w)([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g
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

/**
 * Capacity of the server's KV cache in tokens, from the labels of one metric; null if the server does not report it.
 * Older servers report blocks and their size.
 */
export function kvCacheTokens(metricsText: string): number | null {
  const settings = parseMetricsText(metricsText).find(
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
