import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { SimulatorSpec } from '#core/model/server.ts'
import { Speculator } from './speculation.ts'
import { startTestSimulator } from '../simulator.test-support.ts'

const drafts = 20_000

describe('a draft', () => {
  it.each([
    [0, [0, 0, 0]],
    [0.5, [0.5, 0.25, 0.125]],
    [0.8, [0.8, 0.64, 0.512]],
    [1, [1, 1, 1]],
  ])('of three tokens, each agreed with at %d, is kept to its first miss', (acceptance, rates) => {
    const speculator = new Speculator({ tokens: 3, acceptance }, 7)
    let accepted = 0
    for (let draft = 0; draft < drafts; draft++) accepted += speculator.verify(3)
    speculator.acceptedAtPosition.forEach((kept, position) => {
      expect(kept / drafts).toBeCloseTo(rates[position] ?? NaN, 1.5)
    })
    expect(speculator).toMatchObject({
      drafts,
      draftTokens: 3 * drafts,
      acceptedTokens: accepted,
    })
  })
})

describe('a server that drafts ahead', () => {
  const request = { prompt: [10, 11, 12], max_tokens: 9, ignore_eos: true }
  const event = z.object({ choices: z.array(z.object({ text: z.string() })) })

  async function answered(spec: Partial<SimulatorSpec>) {
    const simulator = await startTestSimulator(spec)
    onTestFinished(() => simulator.stop())
    const events = await simulator.postForEvents('/v1/completions', request)
    return { simulator, texts: events.map((one) => event.parse(one).choices[0]?.text ?? '') }
  }

  it('says the same in fewer events, and counts what it drafted', async () => {
    const plain = await answered({})
    const drafting = await answered({ speculation: { tokens: 3, acceptance: 1 } })
    expect(drafting.texts.join('')).toBe(plain.texts.join(''))
    expect(plain.texts).toHaveLength(9)
    expect(drafting.texts.map((text) => text.trim().split(' ').length)).toEqual([1, 4, 4])
    const counted = (name: string, label = '') =>
      drafting.simulator.metric(`vllm:spec_decode_num_${name}_total`, label)
    expect(await counted('drafts')).toBe(2)
    expect(await counted('draft_tokens')).toBe(6)
    expect(await counted('accepted_tokens')).toBe(6)
    expect(await counted('accepted_tokens_per_pos', 'position="2"')).toBe(2)
    expect(await drafting.simulator.metric('vllm:generation_tokens_total')).toBe(9)
  })

  it('gains nothing from drafts the model never agrees with', async () => {
    const { texts, simulator } = await answered({ speculation: { tokens: 3, acceptance: 0 } })
    expect(texts).toHaveLength(9)
    expect(await simulator.metric('vllm:spec_decode_num_accepted_tokens_total')).toBe(0)
  })
})
