import type { LiveSnapshot } from '#core/model/run/run.ts'
import { expect, test } from 'vitest'
import { appendSnapshot } from './live-course.ts'

function snapshotAt(elapsedS: number): LiveSnapshot {
  return {
    runId: 'r',
    elapsedS,
    planned: 0,
    sent: 0,
    completed: 0,
    failed: 0,
    inFlight: 0,
    queued: 0,
    asked: 0,
    tokenEvents: 0,
    recentTtftMs: null,
    recentE2elMs: null,
    recentItlMs: null,
    etaS: null,
    client: { sendLagP99Us: 0, readLagP99Us: 0, cpuShare: 0 },
  }
}

test('a long course is thinned and keeps its beginning and its end', () => {
  let course: readonly LiveSnapshot[] = []
  for (let atS = 0; atS <= 10_000; atS++) course = appendSnapshot(course, snapshotAt(atS))
  expect(course.length).toBeLessThanOrEqual(4_000)
  expect(course.at(0)?.elapsedS).toBe(0)
  expect(course.at(-1)?.elapsedS).toBe(10_000)
})
