import { describe, expect, it } from 'vitest'
import { isSaturated, type OfferedLoad } from './is-saturated.ts'

const load = { requestRate: 10, maxConcurrency: null, requests: 100, durationS: 11 }

type Case = [
  changes: Partial<OfferedLoad>,
  lightAnswerS: number,
  saturated: boolean,
  remark: string,
]

const cases: readonly Case[] = [
  [{}, 1, false, 'ends one answer after its schedule'],
  [{ durationS: 11.9 }, 1, false, 'ends within one answer and a tenth of the schedule'],
  [{ durationS: 12.1 }, 1, true, 'ends later than that'],
  [{ durationS: 12.1 }, 3, false, 'but answers take long even without load'],
  [{ requestRate: 1, requests: 10, durationS: 12 }, 2, false, 'few requests, long answers'],
  [{ requestRate: null }, 1, true, 'all at once, without a limit'],
  [{ requestRate: null, maxConcurrency: 8 }, 1, false, 'all at once, paced by a limit'],
]

describe('a saturated load point', () => {
  it.each(cases)(
    '%j with answers of %d s is saturated: %s (%s)',
    (changes, lightAnswerS, saturated) => {
      expect(isSaturated({ ...load, ...changes }, lightAnswerS)).toBe(saturated)
    },
  )
})
