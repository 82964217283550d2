// Reads the text a server gives at /metrics (Prometheus exposition format): one sample a line.
import { mostReading } from './bounds.ts'

export type MetricSample = Readonly<{
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}>

const sampleLine = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/
/** A name is looked for where one begins, not again at each of its letters. */
const labelPair = /(?<!\w)([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g
const escapes: Readonly<Record<string, string>> = { n: '\n' }

/** Comments and lines of another shape are passed over. */
export function parseMetricsText(text: string): MetricSample[] {
  return text.split('\n').flatMap((line) => {
    const match = sampleLine.exec(line)
    if (match === null) return []
    const [, name = '', labels = '', value = ''] = match
    return [{ name, labels: parseLabels(labels), value: toNumber(value) }]
  })
}

/** `counter`, `gauge`, `histogram` and so on, by the name in the comment that states it. */
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

/** Readers pass over infinities and NaN. */
function toNumber(text: string): number {
  if (text === '+Inf') return Infinity
  const value = text === '-Inf' ? -Infinity : Number(text)
  return Math.abs(value) > mostReading ? Math.sign(value) * Infinity : value
}

// How many tokens fit a server's KV cache, from the settings vLLM shows as labels of one metric.

/** Null where the server does not say. Older servers give blocks and their size instead of tokens. */
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

/** vLLM writes `None` for what it does not know. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
