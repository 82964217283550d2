import { expect, test } from 'vitest'
import { measured } from './fixtures/requests.ts'
import { placementOf } from './placement.ts'

const at = (startS: number, latencyS: number) => measured({ startS, latencyS, ttftS: latencyS / 2 })

test('with exact clocks every range is a value', () => {
  const placement = placementOf([at(0, 1), at(0.5, 1), at(3, 1)], { errorS: 0, steadyState: null })
  expect(placement.peakConcurrency).toEqual({ low: 2, high: 2 })
  expect(placement.maxTokenEventsPerS.low).toBe(placement.maxTokenEventsPerS.high)
})

test('requests that nearly touch may or may not have been in flight together', () => {
  const requests = [at(0, 1), at(1.005, 1), at(2.002, 1)]
  const { peakConcurrency } = placementOf(requests, { errorS: 0.004, steadyState: null })
  expect(peakConcurrency).toEqual({ low: 1, high: 2 })
})

test('the peak lies in the range, whatever the clocks did within their bound', () => {
  const requests = Array.from({ length: 200 }, (_, i) =>
    at((i * 37) % 11, 0.3 + ((i * 13) % 7) / 10),
  )
  const errorS = 0.05
  const { peakConcurrency, maxTokenEventsPerS } = placementOf(requests, {
    errorS,
    steadyState: null,
  })
  const moved = requests.map((request, i) => ({
    ...request,
    startS: request.startS + errorS * Math.sin(i * 7.3),
  }))
  const exact = placementOf(moved, { errorS: 0, steadyState: null })
  expect(exact.peakConcurrency.low).toBeGreaterThanOrEqual(peakConcurrency.low)
  expect(exact.peakConcurrency.high).toBeLessThanOrEqual(peakConcurrency.high)
  expect(exact.maxTokenEventsPerS.low).toBeGreaterThanOrEqual(maxTokenEventsPerS.low)
  expect(exact.maxTokenEventsPerS.high).toBeLessThanOrEqual(maxTokenEventsPerS.high)
})
