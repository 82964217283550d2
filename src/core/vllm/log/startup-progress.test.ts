import { expect, test } from 'vitest'
import type { StartupFacts, StartupPhase } from '#core/model/server/launch.ts'
import { afterLine, beginStartup } from './startup-progress.ts'

type Case = { message: string; phase: StartupPhase; facts?: StartupFacts; progress?: number }

test.each<Case>([
  {
    message: '  █▄█▀ █     █     █     █  version 0.28.0',
    phase: 'boot',
    facts: { version: '0.28.0' },
  },
  {
    message: 'vLLM server version 0.28.0, serving model Qwen/Qwen3-8B',
    phase: 'boot',
    facts: { version: '0.28.0' },
  },
  { message: 'vLLM API server version 0.9.2', phase: 'boot', facts: { version: '0.9.2' } },
  { message: "non-default args: {'model': 'x'}", phase: 'boot' },
  {
    message: 'Resolved architecture: Qwen3ForCausalLM',
    phase: 'config',
    facts: { architecture: 'Qwen3ForCausalLM' },
  },
  { message: 'Using max model len 40960', phase: 'config', facts: { maxModelLen: 40960 } },
  {
    message: 'Chunked prefill is enabled with max_num_batched_tokens=8192.',
    phase: 'config',
    facts: { maxNumBatchedTokens: 8192 },
  },
  {
    message: "Initializing a V1 LLM engine (v0.28.0) with config: model='x'",
    phase: 'engine',
    facts: { version: '0.28.0' },
  },
  {
    message:
      "Using FLASH_ATTN attention backend out of potential backends: ['FLASH_ATTN', 'FLASHINFER'].",
    phase: 'engine',
    facts: { attentionBackend: 'FLASH_ATTN' },
  },
  {
    message: 'Using AttentionBackendEnum.FLASHINFER backend.',
    phase: 'engine',
    facts: { attentionBackend: 'FLASHINFER' },
  },
  {
    message: 'Using Flash Attention backend on V1 engine.',
    phase: 'engine',
    facts: { attentionBackend: 'Flash Attention' },
  },
  { message: 'Starting to load model Qwen/Qwen3-8B...', phase: 'weights' },
  { message: 'Loading model from scratch...', phase: 'weights' },
  {
    message: 'Time spent downloading weights for Qwen/Qwen3-8B: 41.203918 seconds',
    phase: 'weights',
    facts: { downloadS: 41.203918 },
  },
  {
    message: 'Loading safetensors checkpoint shards:  56% Completed | 5/9 [00:13<00:11,  2.87s/it]',
    phase: 'weights',
    progress: 0.56,
  },
  { message: 'Prefetching checkpoint files: 20% (2/10)', phase: 'weights', progress: 0.2 },
  {
    message: 'Model loading took 12.66 GiB memory and 31.657031 seconds',
    phase: 'weights',
    facts: { weightsGiB: 12.66, loadS: 31.657031 },
  },
  {
    message: 'Model loading took 12.66 GB and 31.5 seconds',
    phase: 'weights',
    facts: { weightsGiB: 12.66, loadS: 31.5 },
  },
  { message: "Using cache directory: /x for vLLM's torch.compile", phase: 'compile' },
  { message: 'Dynamo bytecode transform time: 8.52 s', phase: 'compile' },
  {
    message: 'Directly load AOT compilation from path /x',
    phase: 'compile',
    facts: { isCompileCached: true },
  },
  {
    message: 'Compiling a graph for compile range (1, 2048) takes 15.65 s',
    phase: 'compile',
    facts: { isCompileCached: false },
  },
  { message: 'torch.compile took 24.62 s in total', phase: 'compile', facts: { compileS: 24.62 } },
  { message: 'Initial profiling/warmup run took 0.11 s', phase: 'profile' },
  { message: 'Estimated CUDA graph memory: 0.73 GiB total', phase: 'profile' },
  {
    message: 'Available KV cache memory: 20.27 GiB',
    phase: 'kv-cache',
    facts: { kvCacheGiB: 20.27 },
  },
  {
    message:
      'GPU KV cache size: 165,792 tokens, Maximum concurrency for 262,144 tokens per request: 2.52x',
    phase: 'kv-cache',
    facts: { kvCacheTokens: 165_792, maxConcurrency: 2.52 },
  },
  {
    message: 'Maximum concurrency for 40,960 tokens per request: 15.70x',
    phase: 'kv-cache',
    facts: { maxConcurrency: 15.7 },
  },
  {
    message: 'Auto-fit max_model_len: reduced from 262144 to 98304 to fit in available GPU memory',
    phase: 'kv-cache',
    facts: { maxModelLen: 98_304 },
  },
  {
    message:
      'Capturing CUDA graphs (decode, FULL): 100%|██████████| 35/35 [00:01<00:00, 18.11it/s]',
    phase: 'graphs',
    progress: 1,
  },
  {
    message: 'Capturing CUDA graph shapes:  50%|█████     | 33/67 [00:08<00:08,  4.0it/s]',
    phase: 'graphs',
    progress: 0.5,
  },
  {
    message: 'Graph capturing finished in 5 secs, took 0.65 GiB',
    phase: 'graphs',
    facts: { graphCaptureS: 5, graphsGiB: 0.65 },
  },
  {
    message:
      'init engine (profile, create kv cache, warmup model) took 61.42 s (compilation: 24.62 s)',
    phase: 'opening',
    facts: { initS: 61.42 },
  },
  {
    message: 'init engine (profile, create kv cache, warmup model) took 34.1 seconds',
    phase: 'opening',
    facts: { initS: 34.1 },
  },
  { message: 'Starting vLLM server on http://127.0.0.1:8000', phase: 'opening' },
  { message: 'Starting vLLM API server 0 on http://0.0.0.0:8000', phase: 'opening' },
  { message: 'Application startup complete.', phase: 'opening' },
])('$message', ({ message, phase, facts = {}, progress = null }) => {
  expect(afterLine(beginStartup(0), message, 5)).toEqual({
    phase,
    progress,
    entered: [
      { phase: 'import', atMs: 0 },
      { phase, atMs: 5 },
    ],
    facts,
  })
})

test('a phase is entered once and never taken back', () => {
  const messages = [
    'Starting to load model m...',
    'Dynamo bytecode transform time: 1 s',
    'Loading safetensors checkpoint shards: 100% Completed | 1/1 [00:01<00:00, 1it/s]',
    'Compiling a graph for x takes 2 s',
  ]
  const { phase, entered, progress } = messages.reduce(
    (before, message, index) => afterLine(before, message, index),
    beginStartup(0),
  )
  expect({ phase, progress }).toEqual({ phase: 'compile', progress: null })
  expect(entered.map((entry) => `${entry.phase} ${entry.atMs}`)).toEqual([
    'import 0',
    'weights 0',
    'compile 1',
  ])
})

test('other lines change nothing', () => {
  const before = beginStartup(0)
  expect(afterLine(before, 'Something else entirely', 5)).toBe(before)
})
