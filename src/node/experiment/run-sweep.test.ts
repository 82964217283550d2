import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { sweepPoints } from '#core/sweep/sweep-points.ts'
import { runSweep, type PointEnd } from './run-sweep.ts'

const plan = sweepPlanSchema.parse({
  name: 'rates',
  config: defaultBenchmarkConfig,
  requestRates: [1, 2, 3],
  maxConcurrencies: [null],
  secondsPerPoint: null,
})

/** What came of each point, when the runs end like this. */
async function sweep(ends: readonly PointEnd[], signal = new AbortController().signal) {
  const rates: unknown[] = []
  const told: [number, PointEnd][] = []
  const end = await runSweep(
    plan,
    sweepPoints(plan),
    {
      runPoint: ({ index }, config) => {
        rates.push(config.requestRate)
        return Promise.resolve(ends[index] ?? 'completed')
      },
      onPointEnd: ({ index }, end) => told.push([index, end]),
    },
    signal,
  )
  return { end, rates, told: told.map(([, each]) => each) }
}

test('points are run in order, each with its own load', async () => {
  expect(await sweep([])).toEqual({
    end: 'completed',
    rates: [1, 2, 3],
    told: ['completed', 'completed', 'completed'],
  })
})

test.each<{ broken: PointEnd }>([{ broken: 'failed' }, { broken: 'cancelled' }])(
  'a point that $broken ends the sweep as $broken; later points are not run',
  async ({ broken }) => {
    expect(await sweep(['completed', broken])).toEqual({
      end: broken,
      rates: [1, 2],
      told: ['completed', broken, 'cancelled'],
    })
  },
)

test('a sweep cancelled before it began runs nothing', async () => {
  expect(await sweep([], AbortSignal.abort())).toEqual({
    end: 'cancelled',
    rates: [],
    told: ['cancelled', 'cancelled', 'cancelled'],
  })
})
