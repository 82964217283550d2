import { expect, test } from 'vitest'
import { recognisedEngine } from './server-engine.ts'

test.each([
  ['vllm', null, 'vllm'],
  ['sglang', null, 'sglang'],
  ['llamacpp', null, 'llama.cpp'],
  ['kneepoint-simulator', 'vllm:num_requests_running 0', 'simulator'],
  ['meta-llama/Llama-3.1-8B', '# HELP tgi_queue_size\ntgi_queue_size 0', 'tgi'],
  ['organization-owner', 'sglang:num_running_reqs 1', 'sglang'],
  [null, 'llamacpp:prompt_tokens_total 3', 'llama.cpp'],
  ['openai', 'process_cpu_seconds_total 1', null],
  [null, null, null],
])('owner %s and metrics %j are of %s', (owner, metrics, engine) => {
  expect(recognisedEngine(owner, metrics)).toBe(engine)
})
