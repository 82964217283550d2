import { describe, expect, test } from 'vitest'
import { measured, refused } from '../fixtures/requests.ts'
import { littlesLaw } from './achieved-rate.ts'

/** One every `everyS`, each taking `latencyS`, from long before the window to its end. */
function steady(everyS: number, latencyS: (startS: number) => number) {
  return Array.from({ length: Math.round(40 / everyS) }, (_, index) => {
    const startS = index * everyS - 20
    return measured({ startS, latencyS: latencyS(startS) })
  })
}

const window = { startS: 0, endS: 10 }

describe('Little’s law', () => {
  test.each([
    [0.1, 0.5, 5],
    [0.5, 0.2, 0.4],
    [0.25, 7, 28],
  ])(
    'holds where one starts every %d s and takes %d s: %d in flight',
    (everyS, takes, inFlight) => {
      const law = littlesLaw(
        steady(everyS, () => takes),
        window,
      )
      expect(law?.perSecond).toBeCloseTo(1 / everyS, 9)
      expect(law?.latencyS).toBeCloseTo(takes, 9)
      expect(law?.inFlight).toBeCloseTo(inFlight, 9)
      expect(law?.ratio).toBeCloseTo(1, 9)
    },
  )

  test('is broken where answers take longer and longer: those in flight started when it went faster', () => {
    const law = littlesLaw(
      steady(0.1, (startS) => Math.max(1, 1 + startS)),
      window,
    )
    expect(law?.ratio).toBeGreaterThan(1.2)
  })

  test('says nothing where nothing started, or nothing succeeded', () => {
    expect(littlesLaw([], window)).toBeNull()
    expect(littlesLaw([measured({ startS: -1, latencyS: 3 })], window)).toBeNull()
    expect(littlesLaw([measured({ startS: 1, error: refused })], window)).toBeNull()
  })
})
