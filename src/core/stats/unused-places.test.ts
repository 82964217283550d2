import { expect, test } from 'vitest'
import { unusedPlacesShare } from './unused-places.ts'

const stay = (
  scheduledAtUs: number,
  sentAtUs: number,
  endedAtUs: number,
  conversation?: number,
) => ({
  ...{ scheduledAtUs, sentAtUs, endedAtUs, error: null },
  ...(conversation !== undefined && { turn: { conversation, number: 0 } }),
})

test('a place that is taken at once is never unused', () => {
  expect(unusedPlacesShare([stay(0, 0, 10), stay(0, 10, 20), stay(0, 20, 30)], 1)).toBe(0)
})

test('a free place counts only while a request waits for one', () => {
  expect(unusedPlacesShare([stay(0, 0, 10), stay(15, 15, 20)], 2)).toBe(0)
  // Two places, one of them free for all of the 10 µs that the second waits.
  expect(unusedPlacesShare([stay(0, 0, 10), stay(0, 10, 20)], 2)).toBe(0.5)
})

test('no more places are missed than requests wait', () => {
  expect(unusedPlacesShare([stay(0, 0, 10), stay(0, 10, 20)], 10)).toBe(0.1)
})

test('a conversation keeps its place between its turns', () => {
  const turns = [stay(0, 0, 10, 0), stay(15, 15, 30, 0)]
  expect(unusedPlacesShare([...turns, stay(0, 30, 40)], 1)).toBe(0)
})
