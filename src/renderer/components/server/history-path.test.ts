import { expect, test } from 'vitest'
import { historyPath, historyTop } from './history-path.ts'

const frame = { periodS: 10, top: 100, width: 100, height: 20 }

test('the newest value is at the right end, and the top is the largest', () => {
  const points = [
    { atS: -10, value: 0 },
    { atS: -5, value: 50 },
    { atS: 0, value: 100 },
  ]
  expect(historyPath(points, frame)).toBe('M0.0 20.0h0L50.0 10.0L100.0 0.0')
})

test('a gap parts the line, and what is older than the period is left out', () => {
  const points = [
    { atS: -12, value: 1 },
    { atS: -10, value: 0 },
    { atS: -5, value: null },
    { atS: 0, value: 0 },
  ]
  expect(historyPath(points, frame)).toBe('M0.0 20.0h0M100.0 20.0h0')
})

test('a figure that is always zero is a line at the foot', () => {
  const points = [{ atS: 0, value: 0 }]
  expect(historyTop(points, 'tok/s')).toBe(0)
  expect(historyPath(points, { ...frame, top: 0 })).toBe('M100.0 20.0h0')
})

test('a share is drawn on its whole range', () => {
  expect(historyTop([{ atS: 0, value: 3 }], '%')).toBe(100)
})
