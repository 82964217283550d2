import { expect, test } from 'vitest'
import type { StartupFacts, StartupPhase } from '#core/model/launch.ts'
import { afterLine, beginStartup } from './startup-progress.ts'

type Case = [phase: StartupPhase, message: string, facts?: StartupFacts, progress?: number]

test.each<Case>([
  ['boot', '  █▄█▀ █     █     █     █  version 0.28.0', { version: '0.28.0' }],
  ['boot', 'vLLM server version 0.28.0, serving model Qwen/Qwen3-8B', { version: '0.28.0' }],
  ['boot', 'vLLM API server version 0.9.2', { version: '0.9.2' }],
  ['boot', "non-default args: {'model': 'x'}"],
  ['config', 'Resolved architecture: Qwen3ForCausalLM', { architecture: 'Qwen3ForCausalLM' }],
  ['config', 'Using max model len 40960', { maxModelLen: 40960 }],
  [
    'config',
    'Chunked prefill is enabled with max_num_batched_tokens=8192.',
    { maxNumBatchedTokens: 8192 },
  ],
  [
    'engine',
    "Initializing a V1 LLM engine (v0.28.0) with config: model='x'",
    { version: '0.28.0' },
  ],
  [
    'engine',
    "Using FLASH_ATTN attention backend out of potential backends: ['FLASH_ATTN', 'FLASHINFER'].",
    { attentionBackend: 'FLASH_ATTN' },
  ],
  ['engine', 'Using AttentionBackendEnum.FLASHINFER backend.', { attentionBackend: 'FLASHINFER' }],
  [
    'engine',
    'Using Flash Attention backend on V1 engine.',
    { attentionBackend: 'Flash Attention' },
  ],
  ['weights', 'Starting to load model Qwen/Qwen3-8B...'],
  ['weights', 'Loading model from scratch...'],
  [
    'weights',
    'Time spent downloading weights for Qwen/Qwen3-8B: 41.203918 seconds',
    { downloadS: 41.203918 },
  ],
  [
    'weights',
    'Loading safetensors checkpoint shards:  56% Completed | 5/9 [00:13<00:11,  2.87s/it]',
    {},
    0.56,
  ],
  ['weights', 'Prefetching checkpoint files: 20% (2/10)', {}, 0.2],
  [
    'weights',
    'Model loading took 12.66 GiB memory and 31.657031 seconds',
    { weightsGiB: 12.66, loadS: 31.657031 },
  ],
  ['weights', 'Model loading took 12.66 GB and 31.5 seconds', { weightsGiB: 12.66, loadS: 31.5 }],
  ['compile', "Using cache directory: /x for vLLM's torch.compile"],
  ['compile', 'Dynamo bytecode transform time: 8.52 s'],
  ['compile', 'Directly load AOT compilation from path /x', { isCompileCached: true }],
  [
    'compile',
    'Compiling a graph for compile range (1, 2048) takes 15.65 s',
    { isCompileCached: false },
  ],
  ['compile', 'torch.compile took 24.62 s in total', { compileS: 24.62 }],
  ['profile', 'Initial profiling/warmup run took 0.11 s'],
  ['profile', 'Estimated CUDA graph memory: 0.73 GiB total'],
  ['kv-cache', 'Available KV cache memory: 20.27 GiB', { kvCacheGiB: 20.27 }],
  [
    'kv-cache',
    'GPU KV cache size: 165,792 tokens, Maximum concurrency for 262,144 tokens per request: 2.52x',
    { kvCacheTokens: 165_792, maxConcurrency: 2.52 },
  ],
  [
    'kv-cache',
    'Maximum concurrency for 40,960 tokens per request: 15.70x',
    { maxConcurrency: 15.7 },
  ],
  [
    'kv-cache',
    'Auto-fit max_model_len: reduced from 262144 to 98304 to fit in available GPU memory',
    { maxModelLen: 98_304 },
  ],
  [
    'graphs',
    'Capturing CUDA graphs (decode, FULL): 100%|██████████| 35/35 [00:01<00:00, 18.11it/s]',
    {},
    1,
  ],
  [
    'graphs',
    'Capturing CUDA graph shapes:  50%|█████     | 33/67 [00:08<00:08,  4.0it/s]',
    {},
    0.5,
  ],
  [
    'graphs',
    'Graph capturing finished in 5 secs, took 0.65 GiB',
    { graphCaptureS: 5, graphsGiB: 0.65 },
  ],
  [
    'opening',
    'init engine (profile, create kv cache, warmup model) took 61.42 s (compilation: 24.62 s)',
    { initS: 61.42 },
  ],
  [
    'opening',
    'init engine (profile, create kv cache, warmup model) took 34.1 seconds',
    { initS: 34.1 },
  ],
  ['opening', 'Starting vLLM server on http://127.0.0.1:8000'],
  ['opening', 'Starting vLLM API server 0 on http://0.0.0.0:8000'],
  ['opening', 'Application startup complete.'],
])('%s: %s', (phase, message, facts = {}, progress) => {
  expect(afterLine(beginStartup(0), message, 5)).toEqual({
    phase,
    progress: progress ?? null,
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
