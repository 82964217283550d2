import { expect, test } from 'vitest'
import { appendLines, appendSnapshot } from './bounded-lists.ts'
import { snapshotAt } from '#core/model/run/example-snapshot.test-support.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'

test('new lines come last and the oldest go when there are too many', () => {
  expect(appendLines(['a'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
  const many = Array.from({ length: 6_000 }, (_, index) => String(index))
  const kept = appendLines(['first'], many)
  expect(kept).toHaveLength(5_000)
  expect(kept.at(-1)).toBe('5999')
})

test('a long course is thinned and keeps its beginning and its end', () => {
  let course: readonly LiveSnapshot[] = []
  for (let atS = 0; atS <= 10_000; atS++) course = appendSnapshot(course, snapshotAt(atS))
  expect(course.length).toBeLessThanOrEqual(4_000)
  expect(course.at(0)?.elapsedS).toBe(0)
  expect(course.at(-1)?.elapsedS).toBe(10_000)
})
