// Flags of `vllm serve` that mean something to a simulated server.
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
