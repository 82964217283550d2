import { expect, test } from 'vitest'
import { kvCacheTokens } from '../base/metrics-text.ts'

test.each([
  {
    remark: 'newer servers give tokens',
    labels: 'block_size="16",num_gpu_blocks="10",kv_cache_size_tokens="1000"',
    expected: 1000,
  },
  {
    remark: 'older ones give blocks',
    labels: 'block_size="16",num_gpu_blocks="10"',
    expected: 160,
  },
  {
    remark: 'blocks may be unknown',
    labels: 'block_size="16",num_gpu_blocks="None"',
    expected: null,
  },
])('$remark', ({ labels, expected }) => {
  expect(kvCacheTokens(`# TYPE x gauge\nvllm:cache_config_info{${labels}} 1.0\n`)).toBe(expected)
})

test('a server without the metric does not say', () => {
  expect(kvCacheTokens('up 1')).toBeNull()
})
