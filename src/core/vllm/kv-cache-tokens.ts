// How many tokens fit a server's KV cache, from the settings vLLM shows as labels of one metric.
import { parseMetricsText } from './metrics-text.ts'

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
