import { describe, expect, it } from 'vitest'
import { formatLogLine, planStartup } from './startup-phases.ts'
import { findDeployment } from './presets/presets.ts'

const details = {
  deployment: findDeployment('h100x8-llama-70b'),
  version: '0.0.0-sim',
  baseUrl: 'http://127.0.0.1:8000',
  routes: [{ path: '/health', methods: ['GET'] }],
}
const events = planStartup(details, 10)
const at = new Date(2026, 0, 2, 3, 4, 5)
const lines = events.map(({ entry }) =>
  typeof entry === 'string' ? entry : formatLogLine(entry, at),
)

describe('the start-up log', () => {
  it('writes records as vLLM does: process, level, time without a year, source, message', () => {
    expect(lines[0]).toBe(
      '(APIServer pid=100) INFO 01-02 03:04:05 [utils.py:299] ' +
        'vLLM server version 0.0.0-sim, serving model meta-llama/Llama-3.3-70B-Instruct',
    )
  })

  it('says what a launcher looks for, in vLLM’s order', () => {
    const landmarks = [
      /non-default args: \{.*'tensor_parallel_size': 8/,
      /Resolved architecture: LlamaForCausalLM/,
      /Using max model len 131072/,
      /Chunked prefill is enabled with max_num_batched_tokens=8192\./,
      /Initializing a V1 LLM engine \(v0\.0\.0-sim\) with config: /,
      /Using FLASH_ATTN attention backend out of potential backends/,
      /Starting to load model meta-llama\/Llama-3\.3-70B-Instruct\.\.\./,
      /Loading safetensors checkpoint shards: +0% Completed \| 0\/\d+ \[00:00<\?/,
      /Loading safetensors checkpoint shards: 100% Completed \| (\d+)\/\1 \[/,
      /Loading weights took 2\.80 seconds/,
      /Model loading took 16\.\d+ GiB memory and 2\.800000 seconds/,
      /Dynamo bytecode transform time: 0\.78 s/,
      /torch\.compile took 2\.60 s in total/,
      /Available KV cache memory: 53\.\d+ GiB/,
      /GPU KV cache size: 1,408,704 tokens, Maximum concurrency for 131,072 tokens per request: 10\.75x/,
      /Capturing CUDA graphs \(mixed prefill-decode, PIECEWISE\): 100%\|█{10}\| 51\/51/,
      /Graph capturing finished in 1 secs, took 0\.7 GiB/,
      /init engine \(profile, create kv cache, warmup model\) took 4\.60 s \(compilation: 2\.60 s\)/,
      /Starting vLLM server on http:\/\/127\.0\.0\.1:8000/,
      /Route: \/health, Methods: GET/,
      /Application startup complete\.$/,
    ]
    const found = landmarks.map((landmark) => lines.findIndex((line) => landmark.test(line)))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
  })

  it('spreads its lines over the time the start takes, with progress that only grows', () => {
    const progress = events.map((event) => event.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(events[0]?.atS).toBe(0)
    expect(events.at(-1)?.atS).toBeGreaterThan(9)
    expect(events.at(-1)?.atS).toBeLessThan(10)
  })
})
