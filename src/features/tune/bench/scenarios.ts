// Servers like those that users tune: seven to nine flags, thousands of settings, of which few are good. Effects that the
// simulator's cost model lacks (backends, block sizes, graphs) are rules of the scenario: factors of the speed, which multiply.
import { figure, fileOf, type Flags, type Scenario } from './scenario.ts'

const seqs = { 'max-num-seqs': [8, 16, 24, 32, 48, 64, 96, 128, 256] }
const tokens = { 'max-num-batched-tokens': '256..8192 x2' }
const backends = { 'attention-backend': ['FLASH_ATTN', 'FLASHINFER', 'TRITON_ATTN'] }
const cacheTypes = { 'kv-cache-dtype': ['auto', 'fp8'] }
const blocks = { 'block-size': [16, 32, 64] }
const caching = { 'enable-prefix-caching': [true, false] }
const eager = { 'enforce-eager': [false, true] }
const async = { 'async-scheduling': [false, true] }
const utilizations = { 'gpu-memory-utilization': [0.8, 0.9, 0.95] }
const drafts = {
  'speculative-config': [2, 4].map((tokens) => ({ model: 'd', num_speculative_tokens: tokens })),
}
const parallel = { 'tensor-parallel-size': [1, 2, 4], 'data-parallel-size': [1, 2, 4] }

const usual: Flags = {
  'attention-backend': 'FLASH_ATTN',
  'kv-cache-dtype': 'auto',
  'block-size': 16,
  'enforce-eager': false,
  'async-scheduling': false,
  'max-num-seqs': 256,
  'max-num-batched-tokens': 2048,
}

/** Factor of the speed if all of these values are set, by `flag=value flag=value`. */
type Speeds = Readonly<Record<string, number>>

function byRules(speeds: Speeds): (flags: Flags) => number {
  const rules = Object.entries(speeds).map(([text, share]) => ({
    share,
    wanted: text.split(' ').map((pair) => pair.split('=')),
  }))
  return (flags) =>
    rules
      .filter(({ wanted }) => wanted.every(([name = '', value]) => textOf(flags[name]) === value))
      .reduce((product, { share }) => product * share, 1)
}

function textOf(value: Flags[string] | undefined): string | null {
  return typeof value === 'object' || value === undefined ? null : String(value)
}

function drafted(flags: Flags): boolean {
  return typeof flags['speculative-config'] === 'object'
}

const usualNoise = { start: 0.01, run: 0.02 }
const doubled = { start: 0.02, run: 0.04 }
const common = { noise: usualNoise, startS: 60, crashes: () => false } as const

/** Scenarios for adjusting the rules of the method. */
export const adjustedOn: readonly Scenario[] = [
  {
    ...common,
    name: 'A: short prompts, eight flags',
    preset: 'l4-qwen-3b',
    defaults: { ...usual, 'enable-prefix-caching': true },
    lengths: { inputTokens: 768, outputTokens: 32 },
    sharedTokens: 256,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...caching, ...eager, ...async },
      ['p95 ttft <= 1500 ms', 'mean tpot <= 60 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 1.05,
      'attention-backend=TRITON_ATTN': 0.85,
      'attention-backend=FLASHINFER kv-cache-dtype=fp8': 1.08,
      'attention-backend=FLASH_ATTN kv-cache-dtype=fp8': 0.9,
      'block-size=32': 1.03,
      'attention-backend=FLASH_ATTN block-size=64': 0.92,
      'attention-backend=FLASHINFER block-size=64': 1.08,
      'enforce-eager=true': 0.85,
      'async-scheduling=true': 1.06,
    }),
  },
  {
    ...common,
    name: 'B: in flight, drafts, fails',
    preset: 'a100-llama-8b',
    defaults: { ...usual, 'gpu-memory-utilization': 0.9 },
    lengths: { inputTokens: 1024, outputTokens: 32 },
    acceptance: 0.65,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...utilizations, ...drafts },
      ['mean tpot <= 35 ms', 'p95 ttft <= 2000 ms'],
      'max-concurrency',
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 0.95,
      'attention-backend=TRITON_ATTN': 0.9,
      'attention-backend=TRITON_ATTN kv-cache-dtype=fp8': 1.3,
      'attention-backend=FLASH_ATTN kv-cache-dtype=fp8': 0.95,
      'block-size=32': 1.04,
      'block-size=64': 0.96,
      'block-size=64 kv-cache-dtype=fp8': 1.1,
    }),
    crashes: (flags) =>
      (figure(flags, 'gpu-memory-utilization', 0.9) > 0.92 &&
        figure(flags, 'max-num-batched-tokens', 2048) >= 4096) ||
      (drafted(flags) && flags['attention-backend'] === 'FLASHINFER'),
  },
  {
    ...common,
    name: 'C: four GPUs, noise doubled',
    preset: 'a100-llama-8b',
    gpus: 4,
    noise: doubled,
    defaults: { ...usual, 'tensor-parallel-size': 1, 'data-parallel-size': 1 },
    lengths: { inputTokens: 1536, outputTokens: 32 },
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...parallel, ...blocks, ...eager },
      ['p95 ttft <= 1200 ms', 'mean tpot <= 30 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 1.04,
      'attention-backend=TRITON_ATTN': 0.88,
      'attention-backend=FLASHINFER kv-cache-dtype=fp8': 1.06,
      'block-size=32': 0.97,
      'block-size=64': 1.05,
      'enforce-eager=true': 0.85,
    }),
  },
  {
    ...common,
    name: 'D: the defaults are within a few percent of the best',
    preset: 'a100-llama-8b',
    defaults: {
      ...usual,
      ...{ 'attention-backend': 'FLASHINFER', 'kv-cache-dtype': 'fp8', 'block-size': 32 },
      ...{ 'enable-prefix-caching': true, 'max-num-seqs': 48, 'max-num-batched-tokens': 2048 },
    },
    lengths: { inputTokens: 1024, outputTokens: 48 },
    sharedTokens: 256,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...caching, ...eager, ...async },
      ['p95 ttft <= 1500 ms', 'mean tpot <= 50 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASH_ATTN': 0.98,
      'attention-backend=TRITON_ATTN': 0.95,
      'kv-cache-dtype=auto': 0.98,
      'block-size=16': 0.98,
      'block-size=64': 1.015,
      'enforce-eager=true': 0.95,
      'async-scheduling=true': 1.01,
    }),
  },
]

/** Fixed before any adjustment; no rule was adjusted on them. */
export const heldOut: readonly Scenario[] = [
  {
    ...common,
    name: 'chat, nine flags',
    preset: 'l4-qwen-3b',
    defaults: { ...usual, 'enable-prefix-caching': true },
    lengths: { inputTokens: 640, outputTokens: 40 },
    sharedTokens: 192,
    acceptance: 0.6,
    file: fileOf(
      {
        ...seqs,
        ...{ 'max-num-batched-tokens': '256..4096 x2' },
        ...{ ...backends, ...cacheTypes, ...blocks, ...caching, ...eager, ...async, ...drafts },
      },
      ['p95 ttft <= 1200 ms', 'mean tpot <= 50 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 0.97,
      'attention-backend=TRITON_ATTN': 0.92,
      'attention-backend=TRITON_ATTN kv-cache-dtype=fp8': 0.9,
      'attention-backend=FLASHINFER kv-cache-dtype=fp8': 1.12,
      'block-size=64': 0.95,
      'attention-backend=FLASHINFER block-size=32': 1.07,
      'enforce-eager=true': 0.82,
      'async-scheduling=true': 1.05,
    }),
  },
  {
    ...common,
    name: 'long prompts, memory runs out',
    preset: 'a100-llama-8b',
    defaults: { ...usual, 'gpu-memory-utilization': 0.9, 'enable-prefix-caching': true },
    lengths: { inputTokens: 2048, outputTokens: 32 },
    sharedTokens: 512,
    file: fileOf(
      {
        ...{ ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...utilizations },
        ...{ ...caching, ...eager },
      },
      ['p95 ttft <= 2000 ms', 'mean tpot <= 60 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 1.03,
      'attention-backend=TRITON_ATTN': 0.9,
      'attention-backend=FLASH_ATTN kv-cache-dtype=fp8': 1.06,
      'attention-backend=FLASHINFER kv-cache-dtype=fp8': 0.93,
      'attention-backend=FLASH_ATTN kv-cache-dtype=fp8 block-size=32': 1.07,
      'block-size=64': 0.96,
      'gpu-memory-utilization=0.95': 1.02,
      'gpu-memory-utilization=0.8': 0.94,
      'enforce-eager=true': 0.9,
    }),
    crashes: (flags) =>
      (figure(flags, 'gpu-memory-utilization', 0.9) > 0.92 &&
        figure(flags, 'max-num-batched-tokens', 2048) >= 2048) ||
      (flags['attention-backend'] === 'TRITON_ATTN' && flags['kv-cache-dtype'] === 'fp8'),
  },
  {
    ...common,
    name: 'in flight, drafts, two regions fail',
    preset: 'h100-llama-8b',
    defaults: { ...usual, 'enable-prefix-caching': false },
    lengths: { inputTokens: 2048, outputTokens: 32 },
    acceptance: 0.75,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...drafts, ...async },
      ['mean tpot <= 30 ms', 'p95 ttft <= 1500 ms'],
      'max-concurrency',
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 1.06,
      'attention-backend=TRITON_ATTN': 1.02,
      'attention-backend=TRITON_ATTN block-size=64': 1.09,
      'attention-backend=FLASHINFER kv-cache-dtype=fp8': 0.92,
      'attention-backend=TRITON_ATTN kv-cache-dtype=fp8': 1.07,
      'block-size=32': 0.98,
      'async-scheduling=true': 1.08,
    }),
    crashes: (flags) =>
      (drafted(flags) && flags['async-scheduling'] === true) ||
      (figure(flags, 'max-num-batched-tokens', 2048) >= 8192 &&
        figure(flags, 'max-num-seqs', 256) >= 96),
  },
  {
    ...common,
    name: 'four GPUs, noise doubled',
    preset: 'a100-llama-8b',
    gpus: 4,
    noise: doubled,
    defaults: { ...usual, 'tensor-parallel-size': 1, 'data-parallel-size': 1 },
    lengths: { inputTokens: 1280, outputTokens: 32 },
    acceptance: 0.7,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...parallel, ...drafts, ...blocks },
      ['p95 ttft <= 900 ms', 'mean tpot <= 22 ms'],
    ),
    speed: byRules({
      'attention-backend=FLASHINFER': 0.98,
      'attention-backend=TRITON_ATTN': 0.86,
      'attention-backend=FLASH_ATTN block-size=32': 1.06,
      'attention-backend=FLASHINFER block-size=64': 1.12,
      'attention-backend=FLASH_ATTN kv-cache-dtype=fp8': 0.93,
    }),
  },
  {
    ...common,
    name: 'the defaults are nearly best',
    preset: 'quick',
    defaults: {
      ...usual,
      ...{ 'attention-backend': 'FLASHINFER', 'kv-cache-dtype': 'fp8', 'block-size': 64 },
      ...{ 'async-scheduling': true, 'enable-prefix-caching': true },
      ...{ 'max-num-seqs': 32, 'max-num-batched-tokens': 1024 },
    },
    lengths: { inputTokens: 1280, outputTokens: 32 },
    sharedTokens: 384,
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes, ...blocks, ...caching, ...eager, ...async },
      ['p95 ttft <= 1500 ms', 'mean tpot <= 50 ms'],
    ),
    // Most flags have little effect, so many settings come close to the best.
    speed: byRules({
      'attention-backend=FLASH_ATTN': 0.985,
      'attention-backend=TRITON_ATTN': 0.96,
      'kv-cache-dtype=auto': 0.985,
      'block-size=16': 0.98,
      'block-size=32': 0.99,
      'enforce-eager=true': 0.95,
      'async-scheduling=false': 0.975,
    }),
  },
]
