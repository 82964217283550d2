import { expect, it } from 'vitest'
import { hoveredPlace } from './hovered.ts'

it.each<[unknown, readonly [number, number] | null, string]>([
  [{ value: [3, 4, 7] }, [3, 4], 'an item'],
  [{ value: [3] }, null, 'an item on one axis'],
  [{ value: 'x' }, null, 'something else drawn'],
  [null, null, 'nothing'],
])('the place of %j is %j: %s', (hovered, place) => {
  expect(hoveredPlace(hovered)).toEqual(place)
})
