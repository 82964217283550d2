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

test('a server that is never full shows none', () => {
  const { queuedShare, slowdown, growthDeviations } = capacitySigns(
    run(() => light),
    10,
  )
  expect(queuedShare).toBe(0)
  expect(slowdown).toBeCloseTo(1, 9)
  expect(Math.abs(growthDeviations)).toBeLessThan(1)
})

test('a queue counts while no request finds it empty', () => {
  const waiting = { ttftS: 0.2, gapS: 0.01 }
  const queued = (share: number) => share >= 0.5 && share < 0.75
  expect(
    capacitySigns(
      run((at) => (queued(at) ? waiting : light)),
      10,
    ).queuedShare,
  ).toBe(0.25)
  const someWait = run((at) => (queued(at) && Math.round(at * 1600) % 10 > 0 ? waiting : light))
  expect(capacitySigns(someWait, 10).queuedShare).toBe(0)
})

test('a cold cache at the beginning is no queue', () => {
  const cold = run((at) => (at < 0.25 ? { ttftS: 0.2, gapS: 0.01 } : light))
  expect(capacitySigns(cold, 10).queuedShare).toBe(0)
})

test('requests that slow each other down grow in number', () => {
  const { slowdown, growthDeviations } = capacitySigns(
    run((at) => ({ ttftS: 0.02, gapS: 0.01 + 0.05 * at })),
    10,
  )
  expect(slowdown).toBeGreaterThan(3)
  expect(growthDeviations).toBeGreaterThan(2)
})

test('responses in one document show neither', () => {
  const whole = run(() => light).map((request) => ({
    ...request,
    ttftS: 0,
    interTokenLatenciesUs: new Uint32Array(0),
  }))
  expect(capacitySigns(whole, 10)).toMatchObject({ queuedShare: 0, slowdown: 1 })
})
