import { expect, it } from 'vitest'
import { LiveFigures } from './live-figures.ts'

it('gives what is typical of the time since the last look, and nothing when nothing came', () => {
  const figures = new LiveFigures()
  for (const ttftUs of [3000, 1000, 2000]) figures.addTtft(ttftUs)
  figures.addGaps(500, 2)
  figures.addGaps(100, 1)
  for (const latencyUs of [7000, 9000, 8000]) figures.addE2el(latencyUs)
  expect(figures.takeRecent()).toEqual({ recentTtftMs: 2, recentItlMs: 0.2, recentE2elMs: 8 })
  const nothing = { recentTtftMs: null, recentItlMs: null, recentE2elMs: null }
  expect(figures.takeRecent()).toEqual(nothing)
  expect(figures.completed).toBe(3)
  expect(figures.tokenEvents).toBe(6)
})
