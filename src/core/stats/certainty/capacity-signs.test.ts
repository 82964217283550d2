import { expect, test } from 'vitest'
import { measured } from '../fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { capacitySigns } from './capacity-signs.ts'

type Response = Readonly<{ ttftS: number; gapS: number }>

/** 160 requests a second for ten seconds, of 21 tokens each; `responseAt` by the share of the schedule. */
function run(responseAt: (share: number) => Response): MeasuredRequest[] {
  return Array.from({ length: 1600 }, (_, index) => {
    const { ttftS, gapS } = responseAt(index / 1600)
    return measured({
      startS: index / 160,
      ttftS,
      latencyS: ttftS + 20 * gapS,
      outputTokens: 21,
      interTokenLatenciesUs: new Uint32Array(20).fill(Math.round(gapS * 1e6)),
    })
  })
}

const light: Response = { ttftS: 0.02, gapS: 0.01 }

test('a server at a light load shows none', () => {
  const { loadToLimit, growthDeviations } = capacitySigns(
    run(() => light),
    10,
  )
  expect(loadToLimit?.share).toBeLessThan(0.1)
  expect(Math.abs(growthDeviations)).toBeLessThan(1)
})

test('requests that slow each other down ask for a share of what ever more of them would generate', () => {
  // 160 × 20 more in flight for each second between tokens, and 160 × 21 tokens a second.
  const { loadToLimit, growthDeviations } = capacitySigns(
    run((at) => ({ ttftS: 0.02, gapS: 0.01 + 0.05 * at })),
    10,
  )
  expect(loadToLimit?.share).toBeCloseTo(1.05, 1)
  expect(loadToLimit?.error).toBeLessThan(0.05)
  expect(growthDeviations).toBeGreaterThan(2)
})

test('a queue slows nothing', () => {
  const { loadToLimit } = capacitySigns(
    run((at) => ({ ttftS: 0.02 + 2 * at, gapS: 0.01 })),
    10,
  )
  expect(loadToLimit?.share).toBeCloseTo(0, 6)
})

test('responses in one document show neither', () => {
  const whole = run(() => light).map((request) => ({
    ...request,
    ttftS: 0,
    interTokenLatenciesUs: new Uint32Array(0),
  }))
  expect(capacitySigns(whole, 10).loadToLimit).toEqual({ share: 0, error: 0 })
})
