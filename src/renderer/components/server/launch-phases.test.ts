import { expect, test } from 'vitest'
import { timedPhases } from './launch-phases.ts'

const phases = [
  { phase: 'import' as const, atEpochMs: 1000 },
  { phase: 'weights' as const, atEpochMs: 3500 },
]

test('a phase lasts until the next, the current one until now', () => {
  expect(timedPhases({ phases }, 5000, false)).toEqual([
    { phase: 'import', seconds: 2.5, isCurrent: false },
    { phase: 'weights', seconds: 1.5, isCurrent: true },
  ])
})

test('none is current once the start is over', () => {
  expect(timedPhases({ phases }, 4000, true).map(({ isCurrent }) => isCurrent)).toEqual([
    false,
    false,
  ])
})

test('a clock behind that of the host makes no time negative', () => {
  expect(timedPhases({ phases }, 3000, false).at(-1)?.seconds).toBe(0)
})

test('nothing was seen yet', () => {
  expect(timedPhases({ phases: [] }, 0, false)).toEqual([])
})
