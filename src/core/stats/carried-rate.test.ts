// A queue with one place and exponential times: its capacity is known.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { expect, test } from 'vitest'
import { carriedInterval, carriedRate } from './carried-rate.ts'
import { measured } from './fixtures/requests.ts'

const placeS = 0.1
const requests = 800

/** Requests at a rate that rises linearly from 2 req/s; tokens take 10 ms. */
function ramped(toPerS: number) {
  const random = new NumpyRandomState(5)
  let [dueS, freeS] = [0, 0]
  return Array.from({ length: requests }, (_, index) => {
    dueS += random.exponential(1 / (2 + ((toPerS - 2) * index) / (requests - 1)))
    const beginS = Math.max(dueS, freeS)
    freeS = beginS + placeS
    return measured({
      startS: dueS,
      ttftS: beginS - dueS + 0.01,
      latencyS: beginS - dueS + placeS,
      interTokenLatenciesUs: new Uint32Array(9).fill(10_000),
      outputTokens: 10,
      promptTokens: 20,
    })
  })
}

test('a ramp above the capacity shows what the server carried', () => {
  const carried = carriedRate(ramped(18))
  expect(carried?.mostPerS).toBeGreaterThan(15)
  const { low, high } = carriedInterval(carried ?? { perS: 0, error: 0, mostPerS: 0 })
  expect(low).toBeLessThan(1 / placeS)
  expect(high).toBeGreaterThan(1 / placeS)
  expect(high / low).toBeLessThan(1.3)
})

test('a pause without requests hides nothing', () => {
  const [first, second] = [ramped(18), ramped(18)]
  const lastS = first.at(-1)?.startS ?? 0
  const later = second.map((one) => ({ ...one, startS: one.startS + 2 * lastS }))
  expect(carriedRate([...first, ...later])?.perS).toBeGreaterThan(8)
})

test('a ramp below the capacity shows nothing', () => {
  expect(carriedRate(ramped(8))).toBeNull()
})

test('a conversation does not follow the schedule', () => {
  const turn = { conversation: 1, number: 0 }
  expect(carriedRate(ramped(18).map((one) => ({ ...one, turn })))).toBeNull()
})
