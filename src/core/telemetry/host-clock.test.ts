import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostClock } from './clock-fit.ts'

const hourMs = 3_600_000

describe("a host's clock", () => {
  test('is measured apart from the transit time of its lines', () => {
    const ours = hostClock()
    expect(ours(5000, 1080)).toBe(1080)
    expect(ours(6000, 2010)).toBe(2010)
    // Held up on its way, it is as old as its own clock says, by the fastest line so far.
    expect(ours(7000, 3400)).toBe(3010)
  })

  test('may be set meanwhile', () => {
    const ours = hostClock()
    ours(5000, 1000)
    expect(ours(6000 + hourMs, 2000)).toBe(2000)
    expect(ours(7000 + hourMs, 3000)).toBe(3000)
    expect(ours(8000, 4000)).toBe(4000)
  })

  test('without a time keeps the time of reading', () => {
    expect(hostClock()(null, 1234)).toBe(1234)
  })

  test('never makes a moment later than it was read, nor earlier than the slowest way back', () => {
    const way = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(fc.array(way, { minLength: 1 }), fc.integer(), (waysMs, apartMs) => {
        const ours = hostClock()
        for (const [index, wayMs] of waysMs.entries()) {
          const trueMs = index * 1000
          const reported = ours(trueMs + apartMs, trueMs + wayMs)
          expect(reported).toBeLessThanOrEqual(trueMs + wayMs)
          expect(reported).toBeGreaterThanOrEqual(trueMs + Math.min(...waysMs))
        }
      }),
    )
  })
})
