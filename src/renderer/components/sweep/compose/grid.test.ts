import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepGrid } from './grid.ts'

const plan = sweepPlanSchema.parse({
  name: 'grid',
  config: defaultBenchmarkConfig,
  requestRates: [1, 2],
  maxConcurrencies: [null],
  secondsPerPoint: 1,
  axes: [
    {
      name: 'batch',
      settings: [{ server: { 'max-num-seqs': 64 } }, { server: { 'max-num-seqs': 128 } }],
    },
  ],
  repeats: 3,
})

describe('the grid of a sweep', () => {
  it('has a row for each server and setting, and a column for each load', () => {
    const grid = sweepGrid(plan, ['one', 'two'])
    expect(grid?.rows.map(({ name }) => name)).toEqual([
      'one · max-num-seqs 64',
      'one · max-num-seqs 128',
      'two · max-num-seqs 64',
      'two · max-num-seqs 128',
    ])
    expect(grid).toMatchObject({ on: 8, all: 8, loads: [{ requestRate: 1 }, { requestRate: 2 }] })
  })

  it('distinguishes what is switched off from what is excluded', () => {
    const excluded = [{ benchmark: { requestRate: 2 }, server: {} }]
    const grid = sweepGrid({ ...plan, excluded, omitted: ['0/0/1/none'] }, ['one'])
    expect(grid?.rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([
      ['off', 'excluded'],
      ['on', 'excluded'],
    ])
    expect(grid).toMatchObject({ on: 1, all: 4 })
  })

  it('is none where loads are searched for, or there are too many to click', () => {
    const { search } = sweepPlanSchema.parse({ ...plan, search: { kind: 'curve' } })
    expect(sweepGrid({ ...plan, search }, ['one'])).toBeNull()
    const requestRates = Array.from({ length: 501 }, (_, index) => index + 1)
    expect(sweepGrid({ ...plan, requestRates }, ['one'])).toBeNull()
  })
})
