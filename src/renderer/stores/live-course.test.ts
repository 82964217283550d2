import { snapshotAt } from '#core/model/run/example-snapshot.test-support.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import { expect, test } from 'vitest'
import { appendSnapshot } from './live-course.ts'

test('a long course is thinned and keeps its beginning and its end', () => {
  let course: readonly LiveSnapshot[] = []
  for (let atS = 0; atS <= 10_000; atS++) course = appendSnapshot(course, snapshotAt(atS))
  expect(course.length).toBeLessThanOrEqual(4_000)
  expect(course.at(0)?.elapsedS).toBe(0)
  expect(course.at(-1)?.elapsedS).toBe(10_000)
})
