import { expect, it } from 'vitest'
import { LiveFigures } from './live-figures.ts'

it('gives what is typical of the time since the last look, and nothing when nothing came', () => {
  const figures = new LiveFigures()
  for (const ttftUs of [3000, 1000, 2000]) figures.addTtft(ttftUs)
  for (const gapUs of [500, 0, 100]) figures.addGap(gapUs)
  expect(figures.takeRecent()).toEqual({ recentTtftMs: 2, recentItlMs: 0.2 })
  expect(figures.takeRecent()).toEqual({ recentTtftMs: null, recentItlMs: null })
  expect(figures.tokenEvents).toBe(6)
})
