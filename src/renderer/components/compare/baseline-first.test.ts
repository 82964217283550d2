import { expect, test } from 'vitest'
import { baselineFirst } from './baseline-first.ts'

const results = [
  { id: 'new', createdAtEpochMs: 3 },
  { id: 'middle', createdAtEpochMs: 2 },
  { id: 'old', createdAtEpochMs: 1 },
]

test.each([
  { pinned: [], order: ['old', 'middle', 'new'] },
  { pinned: ['middle'], order: ['middle', 'old', 'new'] },
  { pinned: ['another', 'new'], order: ['new', 'old', 'middle'] },
])('with $pinned pinned the order is $order', ({ pinned, order }) => {
  expect(baselineFirst(results, pinned).map(({ id }) => id)).toEqual(order)
})
