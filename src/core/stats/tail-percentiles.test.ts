import { expect, test } from 'vitest'
import { tailPercentile, tailPercentiles } from './tail-percentiles.ts'

test.each<[readonly number[], number | null]>([
  [[99], 99],
  [[50, 95], 95],
  [[90, 99.9, 95], 99.9],
  [[25, 50, 100], null],
])('of a run that was asked for %j it is %j', (asked, tail) => {
  expect(tailPercentile(asked)).toBe(tail)
})

test.each<[string, readonly (readonly number[])[], readonly number[]]>([
  ['no runs have none', [], []],
  ['runs that were asked for the same show it', [[99], [99]], [99]],
  [
    'the higher of two that all have',
    [
      [95, 99],
      [95, 99],
    ],
    [99],
  ],
  ['one that all have stands for others', [[95, 99], [95], [95, 99.9]], [95]],
  ['runs that have not the commonest get theirs', [[99], [95], [99]], [95, 99]],
  ['more than a table has room for are left out', [[99], [99], [95], [95], [90]], [95, 99]],
  ['medians are no tails', [[50], [50, 100]], []],
])('%s', (_what, runs, tails) => {
  expect(tailPercentiles(runs)).toEqual(tails)
})
