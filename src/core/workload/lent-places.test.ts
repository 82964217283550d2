import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lentPlaces } from './lent-places.ts'

const use = fc.record({ places: fc.nat(40), inFlight: fc.nat(40), waiting: fc.nat(60) })
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('places are moved, never made', () => {
  fc.assert(
    fc.property(fc.array(use, { minLength: 1, maxLength: 8 }), fc.nat(20), (uses, spare) => {
      const places = lentPlaces(uses, spare)
      expect(sum(places)).toBeLessThanOrEqual(sum(uses.map((each) => each.places)) + spare)
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('free places go where most requests wait', () => {
  const idle = { places: 5, inFlight: 1, waiting: 0 }
  const busy = { places: 3, inFlight: 3, waiting: 10 }
  expect(lentPlaces([idle, busy, { ...busy, waiting: 1 }], 0)).toEqual([1, 7, 3])
  expect(lentPlaces([idle, { ...busy, waiting: 2 }], 0)).toEqual([3, 5])
})

test('places that belong to no worker go first', () => {
  const busy = { places: 3, inFlight: 3, waiting: 1 }
  expect(lentPlaces([busy, { places: 2, inFlight: 0, waiting: 0 }], 3)).toEqual([4, 2])
})

test('a worker that lent its places gets its part back once it has requests, and no more', () => {
  const lender = { places: 0, inFlight: 0, waiting: 9 }
  const borrower = { places: 8, inFlight: 8, waiting: 9 }
  expect(lentPlaces([lender, borrower], 0)).toEqual([4, 4])
  expect(lentPlaces([{ ...lender, waiting: 1 }, borrower], 0)).toEqual([1, 7])
  expect(
    lentPlaces(
      [
        { ...lender, places: 4, inFlight: 4 },
        { ...borrower, places: 4 },
      ],
      0,
    ),
  ).toEqual([4, 4])
})
