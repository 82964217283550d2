import { describe, expect, test } from 'vitest'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { findDeployment } from './presets.ts'
import { simulatedAs } from './simulated-as.ts'
import { startTestSimulator, testSpec } from '../simulator.test-support.ts'

function reported(flags: Record<string, ServeFlagValue>, preset = 'h100-llama-8b') {
  return simulatedAs({ ...testSpec, preset, flags })
}

describe('flags of a simulated server', () => {
  test.each<[Record<string, ServeFlagValue>, object]>([
    [{ 'max-num-seqs': 64 }, { maxNumSeqs: 64 }],
    [{ 'max-num-seqs': '64' }, { maxNumSeqs: 64 }],
    [{ 'max-num-batched-tokens': 4096 }, { maxNumBatchedTokens: 4096 }],
    [{ 'max-model-len': 2048 }, { maxModelLen: 2048 }],
    [{ 'tensor-parallel-size': 2 }, { gpuCount: 2 }],
  ])('%j become limits of it', (flags, expected) => {
    const { deployment } = reported(flags)
    expect(deployment).toMatchObject(expected)
    expect(deployment.model).toBe(findDeployment('h100-llama-8b').model)
  })

  test('leave the preset as it is where none is given', () => {
    expect(reported({}, 'quick').deployment).toEqual(findDeployment('quick'))
  })

  test('of memory and GPUs change what is left for the KV cache', () => {
    const usual = reported({}).deployment.kvCacheTokens
    expect(reported({ 'gpu-memory-utilization': 0.5 }).deployment.kvCacheTokens).toBeLessThan(usual)
    expect(reported({ 'tensor-parallel-size': 2 }).deployment.kvCacheTokens).toBeGreaterThan(
      2 * usual,
    )
  })

  test.each<[Record<string, ServeFlagValue>, boolean]>([
    [{}, true],
    [{ 'enable-prefix-caching': false }, false],
    [{ 'no-enable-prefix-caching': true }, false],
  ])('%j: prefix caching is %s', (flags, expected) => {
    expect(reported(flags).prefixCaching).toBe(expected)
  })

  test.each<[Record<string, ServeFlagValue>, string]>([
    [{ 'swap-space': 4 }, 'no --swap-space'],
    [{ 'power-cap': 300 }, 'no GPU whose power could be capped'],
    [{ 'max-num-seqs': 0 }, 'cannot be 0'],
    [{ 'max-num-seqs': 'many' }, 'cannot be "many"'],
    [{ 'gpu-memory-utilization': 0.1 }, 'too few for one request'],
    [{ 'max-num-batched-tokens': 512 }, 'below --max-num-seqs (1024)'],
    [{ 'max-model-len': 10_000_000 }, 'too few for one request'],
  ])('%j are refused: %s', (flags, expected) => {
    expect(() => reported(flags)).toThrow(expected)
  })

  test('are reported to any client of the server', async () => {
    const simulator = await startTestSimulator({ flags: { 'gpu-memory-utilization': 0.8 } })
    const text = await (await fetch(`${simulator.baseUrl}/metrics`)).text()
    expect(text).toContain('gpu_memory_utilization="0.8"')
    await simulator.stop()
  })
})
