import { describe, expect, it } from 'vitest'
import { capacityWithinTpot, decodeStepMs, fullBatchCapacity, prefillMs } from './capacity.ts'
import { findDeployment } from '../presets/presets.ts'
import { stepTimeMs } from './roofline.ts'
import { steadyTpotMs } from './steady-step.ts'

const llama8b = findDeployment('h100-llama-8b')
const llama70b = findDeployment('h100x8-llama-70b')
const mixture = findDeployment('h200-qwen-30b-a3b')

describe('a step of Llama 8B on an H100', () => {
  it.each([
    [1, 130, 7.0],
    [128, 130, 11.1],
    [32, 2048, 11.2],
    [128, 2048, 23.9],
    [256, 2048, 40.7],
  ])('decodes %i sequences with %i tokens of context in about %f ms', (...row) => {
    const [sequences, context, expectedMs] = row
    const ms = decodeStepMs(llama8b, { sequences, context })
    expect(Math.abs(ms / expectedMs - 1)).toBeLessThan(0.02)
  })

  it.each([
    [512, 15.8],
    [2048, 63],
    [8192, 275],
  ])('prefills %i tokens in about %f ms', (tokens, expectedMs) => {
    expect(Math.abs(prefillMs(llama8b, tokens) / expectedMs - 1)).toBeLessThan(0.02)
  })

  it('takes as long for a few prompt tokens as for none, until arithmetic becomes the limit', () => {
    const work = { sequences: 1, contextTokens: 0, attentionPairs: 0, draftSteps: 0 }
    const few = stepTimeMs(llama8b, { ...work, newTokens: 8 })
    const many = stepTimeMs(llama8b, { ...work, newTokens: 2000 })
    const twice = stepTimeMs(llama8b, { ...work, newTokens: 4000 })
    expect(few / stepTimeMs(llama8b, { ...work, newTokens: 1 })).toBeCloseTo(1, 2)
    expect(twice / many).toBeCloseTo(2, 1)
  })
})

describe('drafting ahead', () => {
  it('reads a twentieth of the weights for each token drafted', () => {
    const work = { sequences: 1, newTokens: 4, contextTokens: 0, attentionPairs: 0 }
    const [none, three, six] = [0, 3, 6].map((draftSteps) =>
      stepTimeMs(llama8b, { ...work, draftSteps }),
    )
    const idle = decodeStepMs(llama8b, { sequences: 1, context: 0 })
    expect((three ?? NaN) - (none ?? NaN)).toBeCloseTo(3 * 0.05 * idle, 0)
    expect((six ?? NaN) - (three ?? NaN)).toBeCloseTo((three ?? NaN) - (none ?? NaN), 6)
  })
})

describe('several GPUs', () => {
  it('share the work and pay for talking, so eight are less than eight times as fast', () => {
    const alone = decodeStepMs({ ...llama70b, gpuCount: 1 }, { sequences: 1, context: 512 })
    const together = decodeStepMs(llama70b, { sequences: 1, context: 512 })
    expect(together).toBeLessThan(alone)
    expect(together).toBeGreaterThan(alone / 8)
  })
})

describe('a mixture of experts', () => {
  it('reads more weights the more tokens a step holds, up to all of them', () => {
    const decodeMs = (sequences: number) => decodeStepMs(mixture, { sequences, context: 0 })
    expect(decodeMs(8) / decodeMs(1)).toBeGreaterThan(2)
    expect(decodeMs(400) / decodeMs(200)).toBeLessThan(1.3)
  })
})

describe('the capacity of a full batch', () => {
  it('is bounded by the KV cache when long requests do not fit side by side', () => {
    const lengths = { inputTokens: 4000, outputTokens: 1000 }
    const { concurrency } = fullBatchCapacity(llama8b, lengths)
    expect(concurrency).toBe(Math.floor(llama8b.kvCacheTokens / 5000))
  })

  it('is bounded by the tokens of a step where prompts are long and answers short', () => {
    const { concurrency } = fullBatchCapacity(llama8b, { inputTokens: 2001, outputTokens: 10 })
    expect(concurrency).toBe(Math.floor(llama8b.maxNumBatchedTokens / 201))
  })

  it('within a limit on time per token is that of the most requests whose step keeps to it', () => {
    const lengths = { inputTokens: 256, outputTokens: 64 }
    const within = capacityWithinTpot(llama8b, { ...lengths, mostTpotMs: 15 })
    const tpotMs = (concurrency: number) => steadyTpotMs(llama8b, { ...lengths, concurrency })
    expect(tpotMs(within?.concurrency ?? NaN)).toBeLessThanOrEqual(15)
    expect(tpotMs((within?.concurrency ?? NaN) + 1)).toBeGreaterThan(15)
    expect(capacityWithinTpot(llama8b, { ...lengths, mostTpotMs: 1 })).toBeNull()
    const full = fullBatchCapacity(llama8b, lengths)
    expect(capacityWithinTpot(llama8b, { ...lengths, mostTpotMs: 1000 })).toEqual(full)
  })

  it('is bounded by max-num-seqs when they do', () => {
    const capacity = fullBatchCapacity(findDeployment('quick'), {
      inputTokens: 256,
      outputTokens: 64,
    })
    expect(capacity.concurrency).toBe(24)
    expect(capacity.requestsPerSecond * 64).toBeCloseTo(capacity.outputTokensPerSecond, 6)
  })
})
