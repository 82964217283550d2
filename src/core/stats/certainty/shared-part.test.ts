import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { explainedShare, inFlightAt, sharedPart } from './shared-part.ts'

/** A state that lasts for many values, plus noise of each value, both of variance 1. */
function series(count: number) {
  const random = new NumpyRandomState(5)
  let state = 0
  const states = Float64Array.from({ length: count }, () => {
    state = 0.99 * state + Math.sqrt(1 - 0.99 ** 2) * random.gaussian()
    return state
  })
  return { states, values: states.map((each) => each + random.gaussian()) }
}

test('neighbours share the part that comes from a lasting state, and not their own noise', () => {
  const { states, values } = series(20_000)
  expect(sharedPart(states).share).toBeGreaterThan(0.95)
  expect(sharedPart(values).share).toBeCloseTo(0.5, 1)
  const alone = values.map((each, at) => each - (states[at] ?? 0))
  expect(sharedPart(alone).share).toBeLessThan(0.02)
})

test('few values may share more than they show, and equal ones share nothing', () => {
  const alone = Float64Array.from({ length: 100 }, (_, at) => at % 2)
  expect(sharedPart(alone)).toMatchObject({ share: 0, mostShare: 0.1 })
  expect(sharedPart(new Float64Array(100).fill(7)).mostShare).toBe(0)
  expect(sharedPart(new Float64Array(0)).mostShare).toBe(0)
})

test('a linear dependence explains its share of the variance', () => {
  const { states, values } = series(20_000)
  expect(explainedShare(values, states)).toBeCloseTo(0.5, 1)
  expect(
    explainedShare(
      values,
      values.map(() => 1),
    ),
  ).toBe(0)
  expect(explainedShare(values, states.subarray(1))).toBe(0)
})

test('requests in flight when one starts are those that began before and have not ended', () => {
  const [starts, ends] = [Float64Array.of(0, 3, 1, 2), Float64Array.of(2.5, 5, 1.5, 9)]
  expect([...inFlightAt(starts, ends)]).toEqual([0, 1, 1, 1])
})
