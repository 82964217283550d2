import { snapshotAt } from '#core/model/run/example-snapshot.test-support.ts'
import { expect, test } from 'vitest'
import { liveFigures } from './live-figures.ts'

/** Asked 10 per second, answered 5 per second, a snapshot every half second. */
const steady = Array.from({ length: 9 }, (_, step) =>
  snapshotAt(step / 2, { asked: step * 5, completed: step * 2.5, tokenEvents: step * 50 }),
)

test('the first moment has no rate, and an instant has none either', () => {
  expect(liveFigures(steady.slice(0, 1)).askedPerSecond).toBeNull()
  const course = [snapshotAt(0, { asked: 0 }), snapshotAt(0.001, { asked: 3 })]
  expect(liveFigures(course).askedPerSecond).toBeNull()
})

test('a rate follows a change within two seconds', () => {
  const stalled = [...steady, snapshotAt(5, { asked: 40 }), snapshotAt(6, { asked: 40 })]
  expect(liveFigures(stalled).askedPerSecond).toBe(0)
})

test('the figures are those of the latest moment', () => {
  expect(liveFigures(steady)).toEqual({
    askedPerSecond: 10,
    completedPerSecond: 5,
    tokenEventsPerSecond: 100,
    ttftMs: null,
    itlMs: null,
    e2elMs: null,
    sendLagMs: 0.4,
    readLagMs: 1.5,
  })
})

test('latencies keep their last measured value while nothing new comes', () => {
  const course = [snapshotAt(1, { recentTtftMs: 90, recentItlMs: 8 }), snapshotAt(2)]
  expect(liveFigures(course)).toMatchObject({ ttftMs: 90, itlMs: 8 })
})

test('nothing is known before the first snapshot', () => {
  expect(liveFigures([])).toEqual({
    askedPerSecond: null,
    completedPerSecond: null,
    tokenEventsPerSecond: null,
    ttftMs: null,
    itlMs: null,
    e2elMs: null,
    sendLagMs: null,
    readLagMs: null,
  })
})
