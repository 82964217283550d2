import { expect, test } from 'vitest'
import { snapshotAt } from '#core/model/run/example-snapshot.test-support.ts'
import { LiveCourse } from './live-course.ts'

test('each run has its own course, oldest first, until it is forgotten', () => {
  const live = new LiveCourse()
  live.add(snapshotAt(0, { runId: 'a' }))
  live.add(snapshotAt(7, { runId: 'b' }))
  live.add(snapshotAt(1, { runId: 'a' }))
  expect(live.of('a').map(({ elapsedS }) => elapsedS)).toEqual([0, 1])
  live.forget('a')
  expect(live.of('a')).toEqual([])
  expect(live.of('b')).toHaveLength(1)
})

test('a run is at the step it began last, until it is forgotten', () => {
  const live = new LiveCourse()
  expect(live.stepOf('a')).toBeNull()
  live.begin('a', 'checking-server')
  live.begin('a', 'loading-tokenizer')
  expect([live.stepOf('a'), live.stepOf('b')]).toEqual(['loading-tokenizer', null])
  live.forget('a')
  expect(live.stepOf('a')).toBeNull()
})

test('a long course stays evenly spread from its beginning to its end, in bounded space', () => {
  const live = new LiveCourse()
  for (let second = 0; second <= 100_000; second++) live.add(snapshotAt(second, { runId: 'a' }))
  const seconds = live.of('a').map(({ elapsedS }) => elapsedS)
  expect(seconds.length).toBeLessThanOrEqual(2000)
  expect(seconds.at(-1)).toBe(100_000)
  expect(seconds[0]).toBe(0)
  const gaps = seconds.slice(1, -1).map((second, index) => second - (seconds[index] ?? 0))
  expect(new Set(gaps).size).toBe(1)
})
