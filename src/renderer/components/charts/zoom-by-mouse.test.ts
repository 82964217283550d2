import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeRange, zoomedAround, zoomedBetween } from './zoom-by-mouse.ts'

test('the place under the mouse stays where it is', () => {
  expect(zoomedAround(wholeRange, 0.5, 0.5)).toEqual({ start: 25, end: 75 })
  expect(zoomedAround(wholeRange, 0, 0.5)).toEqual({ start: 0, end: 50 })
  expect(zoomedAround({ start: 20, end: 40 }, 0.25, 0.5)).toEqual({ start: 22.5, end: 32.5 })
})

test('zooming out ends at the whole axis', () => {
  expect(zoomedAround({ start: 70, end: 90 }, 0.5, 10)).toEqual(wholeRange)
})

test('a brush selects from either end, within what is shown', () => {
  expect(zoomedBetween({ start: 40, end: 60 }, 0.75, 0.25)).toEqual({ start: 45, end: 55 })
  expect(zoomedBetween(wholeRange, -0.3, 0.5)).toEqual({ start: 0, end: 50 })
})

test('a brush without width selects nothing', () => {
  expect(zoomedBetween(wholeRange, 0.5, 0.5)).toEqual(wholeRange)
})

test('every zoom stays within the axis', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const step = fc.record({ place, factor: fc.double({ min: 0.1, max: 10, noNaN: true }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let range = wholeRange
      for (const one of steps) range = zoomedAround(range, one.place, one.factor)
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeLessThanOrEqual(100 + 1e-9)
      expect(range.end).toBeGreaterThan(range.start)
    }),
  )
})
