import { expect, test } from 'vitest'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import { LiveCourse } from './live-course.ts'

function snapshot(runId: string, elapsedS: number): LiveSnapshot {
  return {
    runId,
    elapsedS,
    planned: 10,
    sent: 5,
    completed: 4,
    failed: 0,
    inFlight: 1,
    queued: 0,
    asked: 5,
    tokenEvents: 100,
    recentTtftMs: null,
    recentE2elMs: null,
    recentItlMs: null,
    etaS: null,
    client: { sendLagP99Us: 0, readLagP99Us: 0, cpuShare: 0 },
  }
}

test('each run has its own course, oldest first, until it is forgotten', () => {
  const live = new LiveCourse()
  live.add(snapshot('a', 0))
  live.add(snapshot('b', 7))
  live.add(snapshot('a', 1))
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
  for (let second = 0; second <= 100_000; second++) live.add(snapshot('a', second))
  const seconds = live.of('a').map(({ elapsedS }) => elapsedS)
  expect(seconds.length).toBeLessThanOrEqual(2000)
  expect(seconds.at(-1)).toBe(100_000)
  expect(seconds[0]).toBe(0)
  const gaps = seconds.slice(1, -1).map((second, index) => second - (seconds[index] ?? 0))
  expect(new Set(gaps).size).toBe(1)
})
