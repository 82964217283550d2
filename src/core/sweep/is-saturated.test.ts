import { describe, expect, it } from 'vitest'
import { isSaturated } from './is-saturated.ts'

const load = { requestRate: 10, maxConcurrency: null, requests: 100, durationS: 11 }

describe('a saturated load point', () => {
  it.each([
    [{}, 1, false, 'ends one answer after its schedule'],
    [{ durationS: 12.9 }, 1, false, 'ends within two answers and a tenth'],
    [{ durationS: 13.1 }, 1, true, 'ends later than that'],
    [{ durationS: 13.1 }, 3, false, 'but answers take long even without load'],
    [{ requestRate: 1, requests: 10, durationS: 14 }, 2, false, 'few requests, long answers'],
    [{ requestRate: null }, 1, true, 'all at once, without a limit'],
    [{ requestRate: null, maxConcurrency: 8 }, 1, false, 'all at once, paced by a limit'],
  ])('%j with answers of %d s is saturated: %s (%s)', (changes, lightE2elS, saturated) => {
    expect(isSaturated({ ...load, ...changes }, lightE2elS)).toBe(saturated)
  })
})
