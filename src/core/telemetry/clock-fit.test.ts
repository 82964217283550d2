import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClockFit } from './clock-fit.ts'

/** A sum of 1e7 ms is exact to 2e-9 ms. A drift made of two such sums, one second apart, is carried over 300 s. */
const roundingMs = 2e-6

const ms = fc.double({ min: 0, max: 5, noNaN: true })

test('however long the ways are, the true offset is within what is reported, at any moment', () => {
  const ways = fc.array(fc.record({ there: ms, back: ms }), { minLength: 1, maxLength: 200 })
  const offset = fc.double({ min: -1e7, max: 1e7, noNaN: true })
  const ppm = fc.double({ min: -900, max: 900, noNaN: true })
  const moment = fc.double({ min: -5000, max: 300_000, noNaN: true })
  fc.assert(
    fc.property(ways, offset, ppm, moment, (exchanges, startMs, drift, atMs) => {
      const fit = new ClockFit()
      const truth = (oursMs: number) => startMs + oursMs * drift * 1e-6
      exchanges.forEach(({ there, back }, i) => {
        const askedMs = i * 1000
        const heardMs = askedMs + there + back
        const readAtMs = askedMs + there
        fit.add({ askedMs, heardMs, reportedMs: readAtMs + truth(readAtMs) })
      })
      const { offsetMs, uncertaintyMs } = fit.at(atMs)
      expect(Math.abs(offsetMs - truth(atMs))).toBeLessThanOrEqual(uncertaintyMs + roundingMs)
    }),
  )
})

/** Exchanges of 0.2 ms each second. */
function fitOf(truth: (oursMs: number) => number, seconds: number): ClockFit {
  const fit = new ClockFit()
  for (let i = 0; i < seconds; i++) {
    const askedMs = i * 1000
    const readAtMs = askedMs + 0.05 + 0.1 * (i % 2)
    fit.add({ askedMs, heardMs: askedMs + 0.2, reportedMs: readAtMs + truth(readAtMs) })
  }
  return fit
}

test('a drift is found', () => {
  const fit = fitOf((oursMs) => 3000 + oursMs * 200e-6, 30)
  expect(fit.driftPpm).toBeCloseTo(200, -1)
  expect(fit.at(29_000).uncertaintyMs).toBeLessThan(0.11)
})

test('a clock that is set in between is followed', () => {
  const fit = fitOf((oursMs) => (oursMs < 10_000 ? 0 : 500), 30)
  expect(fit.at(29_000).offsetMs).toBeCloseTo(500, 0)
})

test('without an exchange nothing is known', () => {
  expect(new ClockFit().at(0).uncertaintyMs).toBe(Infinity)
})
