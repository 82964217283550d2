import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { thinScatter, type ScatterPoint } from './thin-scatter.ts'

function answered(atS: number, ms: number): ScatterPoint {
  return { atS, ms, failed: false }
}

const span = { fromS: 0, toS: 10 }

describe('a thinned scatter', () => {
  test('keeps everything where there is room for it', () => {
    const points = [answered(1, 5), answered(2, 6), answered(11, 7)]
    expect(thinScatter(points, span, 10)).toEqual({
      points: points.slice(0, 2),
      total: 2,
      isThinned: false,
    })
  })

  test('keeps the lowest and the highest of each column, and that there were failures', () => {
    const points = [
      ...[answered(0.1, 5), answered(0.2, 1), answered(0.3, 9), answered(0.4, 4)],
      { atS: 0.5, ms: null, failed: true },
      { atS: 0.6, ms: 2, failed: true },
      ...[answered(9.8, 3), answered(10, 8)],
    ]
    const thinned = thinScatter(points, span, 2)
    expect(thinned.points.map(({ atS }) => atS)).toEqual([0.2, 0.3, 0.5, 9.8, 10])
    expect(thinned).toMatchObject({ total: 8, isThinned: true })
  })

  test('never hides how low or how high the values go, and stays as small as promised', () => {
    const points = fc.array(
      fc.record({
        atS: fc.double({ min: 0, max: 10, noNaN: true }),
        ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
        failed: fc.constant(false),
      }),
      { minLength: 1, maxLength: 300 },
    )
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 20 }), (all, columns) => {
        const sorted = all.toSorted((a, b) => a.atS - b.atS)
        const thinned = thinScatter(sorted, span, columns)
        const values = thinned.points.map(({ ms }) => ms ?? 0)
        expect(Math.min(...values)).toBe(Math.min(...all.map(({ ms }) => ms)))
        expect(Math.max(...values)).toBe(Math.max(...all.map(({ ms }) => ms)))
        expect(thinned.points.length).toBeLessThanOrEqual(3 * columns)
      }),
    )
  })
})
