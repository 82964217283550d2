import { describe, expect, test } from 'vitest'
import { measured, refused } from '#core/stats/fixtures/requests.ts'
import { energyPerToken } from './energy-per-token.ts'
import type { RunSpan } from '#core/telemetry/over-time.ts'

const startedAtEpochMs = 1_790_000_000_000

/** Ten output tokens, one each tenth of a second after the first; of a prompt of 40. */
function answer(startS: number, changes: Parameters<typeof measured>[0] = {}) {
  return measured({
    startS,
    ttftS: 0.05,
    latencyS: 1,
    interTokenLatenciesUs: new Uint32Array(9).fill(100_000),
    promptTokens: 40,
    outputTokens: 10,
    ...changes,
  })
}

const everySecond = (seconds: number) => Array.from({ length: seconds }, (_, at) => answer(at))
const watts =
  (powerW: number) =>
  ({ durationS }: RunSpan) =>
    powerW * durationS
const run = {
  ...{ energyJ: watts(400), limitsMs: {}, startedAtEpochMs },
  window: { startS: 10, endS: 50, isSteady: true },
}

test('is energy over tokens of the window: prompts when sent, outputs as they arrive', () => {
  const found = energyPerToken({ ...run, requests: everySecond(60) })
  expect(found).toMatchObject({ isSteady: true, startS: 10, endS: 50, energyJ: 16_000, good: null })
  expect(found?.output?.tokens).toBeCloseTo(400, 6)
  expect(found?.output?.valueJ).toBeCloseTo(40, 6)
  expect(found?.total?.tokens).toBeCloseTo(2000, 6)
  expect(found?.total?.valueJ).toBeCloseTo(8, 6)
})

test('of a whole run counts the last token, at its very end', () => {
  const window = { startS: 0, endS: 2, isSteady: false }
  const last = answer(1, { ttftS: 1, interTokenLatenciesUs: new Uint32Array(), outputTokens: 7 })
  expect(energyPerToken({ ...run, window, requests: [last] })?.output?.tokens).toBe(7)
  const steady = { ...window, isSteady: true }
  expect(energyPerToken({ ...run, window: steady, requests: [last] })?.output).toBeNull()
})

test('counts tokens of responses within every limit as good, and none of failures', () => {
  const requests = everySecond(60).map((each, at) =>
    at % 4 === 0 ? { ...each, ttftS: 0.15 } : at % 4 === 1 ? { ...each, error: refused } : each,
  )
  const found = energyPerToken({ ...run, limitsMs: { ttft: 100 }, requests })
  expect(found?.output?.tokens).toBeCloseTo(300, 6)
  expect(found?.good?.tokens).toBeCloseTo(200, 6)
  expect(found?.good?.valueJ).toBeCloseTo(80, 6)
})

test('asks for the energy of the window by the clock of the run', () => {
  const spans: RunSpan[] = []
  const energyJ = (span: RunSpan) => {
    spans.push(span)
    return 1
  }
  energyPerToken({ ...run, energyJ, requests: everySecond(60) })
  expect(spans[0]).toEqual({ startedAtEpochMs: startedAtEpochMs + 10_000, durationS: 40 })
  expect(spans).toHaveLength(1 + 20)
  expect(spans[20]?.startedAtEpochMs).toBe(startedAtEpochMs + 48_000)
})

test.each([
  ['null without energy', { energyJ: () => null }, null],
  ['null for an empty window', { window: { startS: 5, endS: 5, isSteady: true } }, null],
])('is %s', (_, changes, expected) => {
  expect(energyPerToken({ ...run, requests: everySecond(60), ...changes })).toBe(expected)
})

test('has no interval for a short window, nor where the energy of a part is not known', () => {
  const requests = everySecond(60)
  const short = { startS: 10, endS: 40, isSteady: true }
  expect(energyPerToken({ ...run, requests, window: short })?.output?.interval).toBeNull()
  const energyJ = ({ durationS }: RunSpan) => (durationS < 10 ? null : 400 * durationS)
  const unknown = energyPerToken({ ...run, requests, energyJ })
  expect(unknown?.output).toMatchObject({ interval: null })
  expect(unknown?.output?.valueJ).toBeCloseTo(40, 6)
})

describe('the interval', () => {
  /** The same numbers each time. */
  function generator(seed: number): () => number {
    let state = seed
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
  }

  test('holds the true value in about 95 of 100 runs', () => {
    const held = Array.from({ length: 300 }, (_, seed) => {
      const next = generator(seed + 1)
      for (let skipped = 0; skipped < 20; skipped++) next()
      const requests = Array.from({ length: 600 }, (_each, at) => {
        const outputTokens = 1 + Math.floor(next() * 19)
        return answer(at / 4, { startS: at / 4 + next() / 4, outputTokens })
      })
      // 400 W, and 10 W more or less in each part.
      const energyJ = ({ durationS }: RunSpan) => durationS * (390 + 20 * next())
      const window = { startS: 10, endS: 140, isSteady: true }
      const found = energyPerToken({ ...run, requests, energyJ, window })?.output?.interval
      // Four responses a second of ten tokens on average.
      return found !== null && found !== undefined && found.low <= 10 && found.high >= 10
    })
    const share = held.filter(Boolean).length / held.length
    expect(share).toBeGreaterThan(0.9)
    expect(share).toBeLessThan(0.99)
  })
})
