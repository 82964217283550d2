// Searches for capacity over HTTP, as a reader starts them. Six more, by rate and longer, are `npm run soak capacity`.
import { expect, test } from 'vitest'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import {
  search,
  searchOnSimulator,
  trueCapacity,
  type CapacityCase,
  type Search,
} from './search-capacity.ts'
import { startSimulated } from './simulated-http.ts'

/** A server whose steps take the same time however much there is to do. */
function startIdealServer(): Promise<string> {
  return startSimulated(findDeployment('h100-llama-8b'), {
    ...{ seed: 0, prefixCaching: false, stepMs: () => 20 },
  })
}

const nightly = { tags: 'nightly', timeout: 300_000 }

test('a capacity that follows from a model is found within a tenth', nightly, async (context) => {
  const wanted: CapacityCase = {
    ...{ preset: 'a100-llama-8b', over: 'maxConcurrency', from: 8, precision: 0.08 },
    ...{ inputTokens: 128, outputTokens: 16 },
    limit: { name: 'tpot', percentile: null, bound: 20 },
  }
  const { estimate, runs, ending } = await searchOnSimulator(wanted)
  if (ending === 'client-limited') context.skip('This machine has no time for it.')
  const share = (estimate ?? NaN) / trueCapacity(wanted)
  expect(share).toBeGreaterThan(0.9)
  expect(share).toBeLessThan(1.1)
  expect(runs).toBeLessThanOrEqual(15)
})

test('a server that never fills up is said not to be saturated', async (context) => {
  const baseUrl = await startIdealServer()
  const lengths = { inputTokens: 16, outputTokens: 8 }
  const wanted: Search = { ...lengths, over: 'maxConcurrency', from: 4, upTo: 16 }
  const answer = await search(wanted, async ({ servers }) => {
    const spec = { kind: 'attached', baseUrl } as const
    return (await servers.attach({ name: null, spec, apiKey: null })).id
  })
  if (answer.ending === 'client-limited') context.skip('This machine has no time for it.')
  expect(answer).toMatchObject({ ending: 'not-saturated', firstBroken: null, highestHeld: 16 })
}, 240_000)
