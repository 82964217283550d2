import { expect, test } from 'vitest'
import { carriedLoad, compareCarried } from './carried-loads.ts'
import { finishedPoint } from './finished-point.test-support.ts'

type CarriedLoad = Parameters<typeof compareCarried>[0][number]

const loads = (...carried: readonly (readonly [number, boolean | null])[]): CarriedLoad[] =>
  carried.map(([load, isCarried]) => ({ load, isCarried }))

test('the highest load that one of both carries alone', () => {
  const base = loads([4, true], [8, true], [16, false], [32, false])
  const other = loads([4, true], [8, true], [16, true], [32, false])
  expect(compareCarried(base, other)).toEqual({
    ...{ only: { side: 'other', load: 16 }, most: { base: 8, other: 16 }, both: 8 },
  })
  expect(compareCarried(other, base).only).toEqual({ side: 'base', load: 16 })
})

test('an undecided load is carried by neither, and distinguishes nothing', () => {
  const found = compareCarried(loads([4, true], [8, null]), loads([4, true], [8, true]))
  expect(found).toEqual({ only: null, most: { base: 4, other: 8 }, both: 4 })
})

test('without a load in common, only the highest loads are known', () => {
  const found = compareCarried(loads([3, true], [9, false]), loads([4, false]))
  expect(found).toEqual({ only: null, most: { base: 3, other: null }, both: null })
})

const judged = (...runs: Parameters<typeof carriedLoad>[0]['runs']) =>
  carriedLoad({ load: 8, runs }, []).isCarried

test('a load is carried where the server kept up, and not where its queue grew', () => {
  expect(judged(finishedPoint(4, 1.2, 11.2))).toBe(true)
  expect(judged(finishedPoint(8, 1.3, 20, 8))).toBe(false)
})

test('a load whose runs say nothing about the server is undecided', () => {
  const { config, summary } = finishedPoint(4, 1.2, 11.2)
  const burst = { config: { ...config, requestRate: 'inf' as const }, summary }
  expect(judged(burst)).toBeNull()
  expect(judged()).toBeNull()
  expect(judged({ config, summary: null })).toBeNull()
})
