import { describe, expect, test } from 'vitest'
import { quietServer, searchOn, type ModelledServer } from './modelled-server.test-support.ts'
import { nextStep } from './next-step.ts'
import { estimateOf, planOf, withWarmCache } from './searches.test-support.ts'

describe('a search along the curve', () => {
  /** Power, c / (step at c)², is greatest where the steps of one request and of all others weigh the same. */
  const wide: ModelledServer = { ...quietServer, slots: 1000 }
  const curve = (changes: object = {}) =>
    planOf({ kind: 'curve', over: 'maxConcurrency', ...changes })

  test.each([0, 1, 2])('finds the knee and encloses it, seed %i', (seed) => {
    const { answer, tried } = searchOn(wide, curve(), { seed })
    if (answer.kind !== 'curve') throw new Error('Capacity was not asked for.')
    expect(answer.rule).toBe('power')
    expect(answer.interval?.low).toBeLessThan(99)
    expect(answer.interval?.high).toBeGreaterThan(99)
    // Power is flat there: at two thirds of the knee it is still 96 % of the greatest.
    expect(estimateOf(answer) / 99).toBeGreaterThan(0.65)
    expect(estimateOf(answer) / 99).toBeLessThan(1.5)
    expect(answer.secondOpinion).not.toBeNull()
    expect(tried.length).toBeLessThanOrEqual(15)
  })

  test('goes from one request at a time to where throughput rises no more', () => {
    const { tried } = searchOn(wide, curve())
    const loads = tried.map(({ load }) => load).toSorted((a, b) => a - b)
    expect(loads[0]).toBe(1)
    expect(loads.at(-1)).toBeGreaterThan(300)
    expect(new Set(loads).size).toBe(loads.length)
  })

  test('has no knee where throughput still rises at the end', () => {
    const endless: ModelledServer = { ...quietServer, slots: Infinity, stepSPerRequest: 0 }
    const { answer } = searchOn(endless, curve({ upTo: 64 }))
    expect(answer).toMatchObject({ ending: 'not-saturated', knee: null, interval: null })
  })

  test('never names a load whose runs are not usable, and says so where none are', () => {
    const { tried } = searchOn(wide, curve())
    const all = nextStep(curve(), tried.map(withWarmCache))
    expect(all).toMatchObject({
      answer: { ending: 'not-usable', knee: null, interval: null, secondOpinion: null },
    })
    const [usable] = [nextStep(curve(), tried)]
    const knee = usable?.kind === 'done' && usable.answer.kind === 'curve' && usable.answer.knee
    const most = curve({ mostRuns: tried.length })
    const spoilt = tried.map((run) => (run.load === knee ? withWarmCache(run) : run))
    const step = nextStep(most, spoilt)
    if (step.kind !== 'done' || step.answer.kind !== 'curve') throw new Error('It is not done.')
    expect(step.answer.knee).not.toBe(knee)
    expect(step.answer.secondOpinion).not.toBe(knee)
  })

  test('uses no more runs than it may', () => {
    const { answer, tried } = searchOn(wide, curve({ mostRuns: 12 }))
    expect({ ending: answer.ending, runs: tried.length }).toEqual({
      ending: 'budget-used-up',
      runs: 12,
    })
  })
})
