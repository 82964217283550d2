import { expect, test } from 'vitest'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { countedEnergyJ, countsEnergy } from './energy-per-token.ts'

const startedAtEpochMs = 1_790_000_000_000

function gpu(
  ...counts: readonly (readonly [atS: number, energyJ: number | null])[]
): SampledSource {
  const samples = counts.map(([atS, energyJ]) => {
    return { atEpochMs: startedAtEpochMs + atS * 1000, values: { energyJ } }
  })
  return { kind: 'gpu', label: '0', samples }
}

test.each([
  ['is the growth', [gpu([0, 100], [1, 400], [2, 700])], 2, 600],
  ['counts the run alone', [gpu([-1, 0], [1, 200], [3, 400])], 2, 200],
  ['is of all GPUs', [gpu([0, 0], [2, 10]), gpu([0, 5], [2, 25])], 2, 30],
  ['extends to the edges', [gpu([1.5, 0], [8.5, 700])], 10, 1000],
  [
    'takes a count that was repeated at its first sample',
    [gpu([0, 0], [1, 0], [2, 200], [3, 200], [4, 400])],
    4,
    400,
  ],
  ['covers long intervals within the run', [gpu([0, 0], [30, 3000], [60, 9000])], 60, 9000],
])('%s', (_, gpus, durationS, energyJ) => {
  expect(countedEnergyJ(gpus, { startedAtEpochMs, durationS })).toBeCloseTo(energyJ, 9)
})

test.each([
  ['a part was not counted', [gpu([0, 0], [7, 700])], 10],
  ['one count is all there is', [gpu([0.5, 100])], 1],
  ['the GPU is read every 30 s', [gpu([-10, 0], [20, 3000], [50, 9000], [80, 12_000])], 60],
  ['a counter restarted', [gpu([0, 500], [1, 0], [2, 100])], 2],
  ['one of two did not count', [gpu([0, 0], [2, 10]), gpu([0, null], [2, null])], 2],
])('is unknown where %s', (_, gpus, durationS) => {
  expect(countedEnergyJ(gpus, { startedAtEpochMs, durationS })).toBeNull()
})

test('a GPU without a counter is known as one', () => {
  expect([gpu([0, null]), gpu([0, 1])].map(countsEnergy)).toEqual([false, true])
})
