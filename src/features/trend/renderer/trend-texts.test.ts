import { expect, test } from 'vitest'
import type { TrendPoint } from '#features/trend/core/trend.ts'
import { trendReasons } from './trend-texts.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

function points(values: readonly number[], changes: Partial<TrendPoint> = {}): TrendPoint[] {
  return values.map((value, at) => ({
    ...{ runId: `${at}`, name: `run ${at}`, createdAtEpochMs: at, version: '1' },
    ...{ figure: { value, interval: null }, isUsable: true, shift: null },
    ...(at === values.length - 1 ? changes : {}),
  }))
}

test.each([
  ['runs alike give none', points([10, 10.1, 9.9, 10]), []],
  [
    'a new level, with its first run',
    points([10, 10.1, 9.9, 10, 20, 20.1, 19.9, 20]),
    [['shift', 'trend.levelShift +100\u00a0% run 4']],
  ],
  [
    'the last new version, and a run that is not usable',
    points([10, 10.1], { version: '2', isUsable: false }),
    [
      ['version', 'trend.reason.versionSince 1 2 run 1'],
      ['unusable', 'trend.reason.unusableCount 1 2'],
    ],
  ],
])('%s', (_, trend, reasons) => {
  const found = trendReasons({ points: trend }, t)
  expect(found.map(({ key, evidence }) => [key, evidence])).toEqual(reasons)
})
