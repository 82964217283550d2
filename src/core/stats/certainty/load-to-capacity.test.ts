import { expect, test } from 'vitest'
import { measured } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { loadToCapacity } from './load-to-capacity.ts'

/** Seconds before and after the first token, if nothing waits. */
const serviceS = { first: 0.02, rest: 0.08 }
const tokens = 21

type Load = Readonly<{
  count?: number
  prompt?: (at: number) => number
  /** Multiplies the time of a request that begins then. */
  slowness?: (beginS: number) => number
}>

/** One request at a time takes 0.1 s, in order; they are due at a steady rate. */
function queued(rate: number, { count = 600, prompt = () => 100, slowness = () => 1 }: Load = {}) {
  let freeS = 0
  return Array.from({ length: count }, (_, at) => {
    const dueS = at / rate
    const beginS = Math.max(dueS, freeS)
    const slow = slowness(beginS)
    const firstS = (slow * serviceS.first * prompt(at)) / 100
    freeS = beginS + firstS + slow * serviceS.rest
    return measured({
      startS: dueS,
      ttftS: beginS - dueS + firstS,
      latencyS: freeS - dueS,
      promptTokens: prompt(at),
      outputTokens: tokens,
    })
  })
}

test('is the load ÷ capacity of a server above its capacity, which is 10 requests per second', () => {
  const load = loadToCapacity(queued(12), 50)
  expect(load?.share).toBeCloseTo(1.2, 1)
  expect(load?.waitingShare).toBeGreaterThan(0.7)
  expect(load?.surelyShare).toBeCloseTo(0.6, 1)
  // All requests are alike.
  expect(load).toMatchObject({ loadError: 0 })
  expect(load?.capacityError).toBeLessThan(0.05)
})

test('is below 1 if a queue of the beginning was served', () => {
  // 100 requests at once, then 8 per second.
  const burst = queued(1e6, { count: 100 })
  const later = queued(8, { count: 400 }).map((one) => ({ ...one, startS: one.startS + 10 }))
  const load = loadToCapacity([...burst, ...later], 60)
  expect(load?.share).toBeCloseTo(500 / 60 / 10, 1)
  expect(load?.waitingShare).toBeCloseTo(1 / 6, 1)
})

test('is that of the changed server if its capacity changed while requests waited', () => {
  const doubled = loadToCapacity(
    queued(9, { slowness: (beginS) => (beginS < 30 ? 2 : 1) }),
    600 / 9,
  )
  expect(doubled?.share).toBeCloseTo(0.9, 1)
  expect(doubled?.capacityChange).toBeCloseTo(1, 1)
  const halved = loadToCapacity(queued(12, { slowness: (beginS) => (beginS < 30 ? 1 : 2) }), 50)
  expect(halved?.capacityChange).toBeCloseTo(-0.5, 1)
  // Nothing waits until the loss.
  const lost = loadToCapacity(queued(7, { slowness: (beginS) => (beginS < 30 ? 1 : 2) }), 600 / 7)
  expect(lost?.capacityChange).toBeCloseTo(5 / 7 - 1, 1)
  expect(lost?.share).toBeCloseTo(7 / 5, 1)
  const late = queued(7, { slowness: (beginS) => (beginS < 30 ? 1 : 1.5) })
  expect(loadToCapacity(late, 600 / 7)).not.toHaveProperty('capacityChange')
  // A tenth less is no change of the server.
  const slower = loadToCapacity(queued(12, { slowness: (beginS) => 1 + beginS / 500 }), 50)
  expect(slower).not.toHaveProperty('capacityChange')
})

test('counts prompts by the time that they take', () => {
  // They take as long as their outputs on average, and outputs are alike.
  const prompt = (at: number) => (at % 8 === 0 ? 1800 : 200)
  const load = loadToCapacity(queued(10, { prompt }), 60)
  expect(load?.share).toBeCloseTo(10 * (0.08 + 0.02 * 4), 1)
  expect(load?.loadError).toBeGreaterThan(0.02)
  expect(load?.loadError).toBeLessThan(0.06)
  // Long prompts come last: fewer tokens follow each of them.
  const uneven = queued(5, { prompt: (at) => (at < 300 ? 200 : 800) })
  expect(loadToCapacity(uneven, 120)?.share).toBeCloseTo(5 * (0.08 + 0.02 * 5), 1)
})

test('is unknown if no request waited, and for responses in one document', () => {
  expect(loadToCapacity(queued(5), 120)).toBeNull()
  const whole = queued(12).map((request): MeasuredRequest => ({ ...request, ttftS: 0 }))
  expect(loadToCapacity(whole, 50)).toBeNull()
})

test('does not count the computation of a long prompt as a wait', () => {
  const prompt = (at: number) => (at % 4 === 0 ? 1000 : 100)
  expect(loadToCapacity(queued(2, { count: 100, prompt }), 50)).toBeNull()
})

test('does not count a wait in the client', () => {
  const held = queued(5).map((request): MeasuredRequest => ({
    ...request,
    startS: request.startS + 3,
    queueS: 3,
  }))
  expect(loadToCapacity(held, 120)).toBeNull()
})
