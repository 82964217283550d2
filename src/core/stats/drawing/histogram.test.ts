import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedDurations } from '../durations/durations.ts'
import { histogramOf } from './distribution.ts'

function histogram(...valuesS: readonly number[]) {
  return histogramOf(listedDurations(Float64Array.from(valuesS)))
}

describe('histogramOf', () => {
  test('has no bins for no values and one for equal ones', () => {
    expect(histogram()).toEqual({ edgesS: [], counts: [] })
    expect(histogram(5, 5, 5)).toEqual({ edgesS: [5, 5], counts: [3] })
  })

  test('keeps the bulk apart from one far straggler', () => {
    const values = Float64Array.from({ length: 1000 }, (_, index) => index / 1000)
    values[999] = 1000
    const { edgesS, counts } = histogram(...values)
    expect(edgesS.at(-1)).toBe(1000)
    expect(counts.slice(0, -1).filter((count) => count > 0).length).toBeGreaterThan(5)
  })

  test('shows both modes of latencies that have two', () => {
    const values = Array.from({ length: 400 }, (_, index) => (index % 2) * 0.9 + (index % 20) / 200)
    const { counts } = histogram(...values)
    const gap = counts.indexOf(0)
    expect(gap).toBeGreaterThan(0)
    expect(counts.slice(gap).some((count) => count > 0)).toBe(true)
  })

  test('counts every value once, between ascending edges', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }),
        (values) => {
          const sorted = Float64Array.from(values).sort()
          const { edgesS: edges, counts } = histogram(...values)
          expect(counts.reduce((total, count) => total + count, 0)).toBe(values.length)
          expect(edges).toHaveLength(counts.length + 1)
          expect(edges[0]).toBe(sorted[0])
          expect(edges.at(-1)).toBe(sorted.at(-1))
          expect(edges).toEqual(edges.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})
