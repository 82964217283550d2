// Flags of `vllm serve` that a simulated server supports.
export const simulatedFlags = [
  'max-num-seqs',
  'max-num-batched-tokens',
  'max-model-len',
  'gpu-memory-utilization',
  'tensor-parallel-size',
  'data-parallel-size',
  'kv-cache-dtype',
  'enable-prefix-caching',
  'no-enable-prefix-caching',
  'enable-per-request-metrics',
  'enable-prompt-tokens-details',
] as const
