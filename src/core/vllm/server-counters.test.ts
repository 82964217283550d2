import { expect, test } from 'vitest'
import { readServerCounters } from './server-counters.ts'

const metricsText = `
vllm:prefix_cache_queries_created{engine="0"} 1.7e+09
vllm:generation_tokens_total{engine="0",model_name="a b"} 10.0
vllm:generation_tokens_total{engine="1",model_name="a b"} 5.0
vllm:prefix_cache_queries_total{engine="0"} 1e+06
vllm:gpu_prefix_cache_hits_total{engine="0"} 4.0
vllm:external_prefix_cache_hits_total{engine="0"} 4.0
`

/** vLLM 0.8 writes `gpu_` before them. */
const caches = { prefixCacheQueries: 1_000_000, prefixCacheHits: 4 }

test('counters are summed over engines, and distinct from those with longer names', () => {
  expect(readServerCounters(metricsText)).toEqual({
    values: { generatedTokens: 15, ...caches },
    atPosition: new Map(),
  })
})

test('what a server of another kind says holds none of them', () => {
  const text = 'sglang:num_requests_total 4\nnot a sample\n'
  expect(readServerCounters(text)).toEqual({ values: {}, atPosition: new Map() })
})
