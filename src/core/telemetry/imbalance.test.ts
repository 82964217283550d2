import { expect, test } from 'vitest'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { imbalanceOf, imbalancePoints } from './imbalance.ts'

const run = { startedAtEpochMs: 1_790_000_000_000, durationS: 4 }

/** One sample a second from `firstS`. */
function engine(label: string, requests: readonly number[], firstS = 0): SampledSource {
  return {
    ...{ kind: 'engine', label },
    samples: requests.map((count, second) => ({
      atEpochMs: run.startedAtEpochMs + (firstS + second) * 1000,
      // Those that wait count as well.
      values: {
        requestsRunning: count - Math.floor(count / 2),
        requestsWaiting: Math.floor(count / 2),
      },
    })),
  }
}

test.each([
  ['even', [engine('0', [4, 4]), engine('1', [4, 4])], 1],
  ['all at one of two', [engine('0', [4, 6]), engine('1', [0, 0])], 2],
  [
    'all at one of four',
    ['0', '1', '2', '3'].map((label) => engine(label, [label === '2' ? 9 : 0])),
    4,
  ],
  // (9 + 3) busiest over (6 + 3) mean.
  ['moments by their requests', [engine('0', [9, 3]), engine('1', [3, 3])], 12 / 9],
  ['one engine', [engine('0', [4])], null],
  ['none busy', [engine('0', [0, 0]), engine('1', [0, 0])], null],
  // At 0 and 1 s the other holds 2 and 4: 4 / 3 and 4 / 4.
  ['sampled at other moments', [engine('0', [4, 4]), engine('1', [1, 3, 5], -0.5)], 8 / 7],
])('%s', (_, engines, expected) => {
  const value = imbalanceOf(engines, run)
  if (expected === null) expect(value).toBeNull()
  else expect(value).toBeCloseTo(expected, 9)
})

test('over time, with gaps where no engine is busy', () => {
  const engines = [engine('0', [0, 6, 2]), engine('1', [0, 2, 2])]
  expect(imbalancePoints(engines, run)).toEqual([
    { atS: 0, value: null },
    { atS: 1, value: 1.5 },
    { atS: 2, value: 1 },
  ])
})
