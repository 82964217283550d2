import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { cellKey } from './configurations.ts'
import { pointConfig, sweepPoints } from './sweep-points.ts'

const plan = sweepPlanSchema.parse({
  name: 'grid',
  config: { ...defaultBenchmarkConfig, numPrompts: 200 },
  requestRates: [2, 'inf'],
  maxConcurrencies: [8, null],
  secondsPerPoint: null,
})

function keysOf(changes: Partial<SweepPlan>, servers = 1): string[] {
  return sweepPoints({ ...plan, ...changes }, servers).map(cellKey)
}

const batches = [{ server: { 'max-num-seqs': 64 } }, { server: { 'max-num-seqs': 256 } }]
const lengths = [
  { benchmark: { randomInputLen: 128, randomOutputLen: 32 } },
  { benchmark: { randomInputLen: 1024, randomOutputLen: 256 } },
]
const { axes } = sweepPlanSchema.parse({
  ...plan,
  axes: [
    { name: 'lengths', settings: lengths },
    { name: 'batch', settings: batches },
  ],
})
const oneLoad = { requestRates: [2], maxConcurrencies: [null] }

describe('the points of a sweep', () => {
  test('take every rate at one concurrency before they go to the next', () => {
    expect(keysOf({})).toEqual(['0//2/8', '0//inf/8', '0//2/none', '0//inf/none'])
  })

  test('take server by server, and start each server setting once', () => {
    expect(keysOf({ ...oneLoad, axes }, 2)).toEqual([
      ...['0/0.0/2/none', '0/1.0/2/none', '0/0.1/2/none', '0/1.1/2/none'],
      ...['1/0.0/2/none', '1/1.0/2/none', '1/0.1/2/none', '1/1.1/2/none'],
    ])
  })

  test('are repeated round by round, with prompts of their own', () => {
    const points = sweepPoints({
      ...plan,
      requestRates: [2, 4],
      maxConcurrencies: [null],
      repeats: 2,
    })
    expect(
      points.map(({ requestRate, repeat, seedOffset }) => [requestRate, repeat, seedOffset]),
    ).toEqual([
      [2, 0, 0],
      [4, 0, 1],
      [2, 1, 2],
      [4, 1, 3],
    ])
  })

  test('have the same prompts for every server and setting', () => {
    const offsets = sweepPoints({ ...plan, axes }, 2).map(({ seedOffset }) => seedOffset)
    expect(offsets).toEqual(Array.from({ length: 8 }, () => [0, 1, 2, 3]).flat())
  })

  test('leave out what is excluded or switched off', () => {
    const excluded = [{ benchmark: { requestRate: 2 }, server: { 'max-num-seqs': 64 } }]
    const [first, second] = batches
    const one = sweepPlanSchema.parse({
      ...plan,
      axes: [{ name: 'batch', settings: [first, second] }],
    })
    expect(keysOf({ axes: one.axes, excluded, omitted: ['0/1/inf/none'] })).toEqual([
      ...['0/0/inf/8', '0/0/inf/none'],
      ...['0/1/2/8', '0/1/inf/8', '0/1/2/none'],
    ])
  })

  test('leave nothing out for an exclusion that says nothing', () => {
    expect(keysOf({ excluded: [{ benchmark: {}, server: {} }] })).toHaveLength(4)
  })

  test('are shuffled alike at every start, each round in its own way', () => {
    const rates = { requestRates: [1, 2, 3, 4, 5, 6, 7, 8], maxConcurrencies: [null], repeats: 2 }
    const shuffled = keysOf({ ...rates, order: 'shuffled' })
    expect(shuffled).toEqual(keysOf({ ...rates, order: 'shuffled' }))
    expect(shuffled).not.toEqual(keysOf(rates))
    expect(shuffled.slice(0, 8)).not.toEqual(shuffled.slice(8))
    expect([...shuffled].sort()).toEqual([...keysOf(rates)].sort())
  })

  test('are not known before where loads are searched for', () => {
    const { search } = sweepPlanSchema.parse({ ...plan, search: { kind: 'capacity' } })
    expect(keysOf({ search })).toEqual([])
  })
})

describe('the benchmark of a point', () => {
  const point = { settings: [], requestRate: 2, maxConcurrency: 3, seedOffset: 5 }

  test.each([
    { remark: 'a fixed number', secondsPerPoint: null, requestRate: 50, requests: 200 },
    { remark: 'rate × seconds', secondsPerPoint: 4, requestRate: 12.6, requests: 50 },
    {
      remark: 'never too few to mean anything',
      secondsPerPoint: 2,
      requestRate: 0.5,
      requests: 10,
    },
    { remark: 'as much at rate inf', secondsPerPoint: null, requestRate: 'inf', requests: 200 },
  ] as const)('sends $remark', ({ secondsPerPoint, requestRate, requests }) => {
    const config = pointConfig({ ...plan, secondsPerPoint }, { ...point, requestRate })
    expect(config).toEqual({
      ...plan.config,
      requestRate,
      maxConcurrency: 3,
      numPrompts: requests,
      seed: 5,
    })
  })

  test('sends the number of prompts that its settings name', () => {
    const axes = [{ name: 'a', settings: [{ benchmark: { numPrompts: 7 }, server: {} }] }]
    const own = pointConfig({ ...plan, secondsPerPoint: 4, axes }, { ...point, settings: [0] })
    expect(own.numPrompts).toBe(7)
  })

  test.each([
    ['with prompts enough', {}, 16, { durationMinutes: 0.5, numPrompts: 480 }],
    ['with the prompts asked for', {}, 2, { durationMinutes: 0.5, numPrompts: 200 }],
    ['with no more than are soon made', {}, 1024, { durationMinutes: 0.5, numPrompts: 10_000 }],
    ['with every row of a file', { datasetName: 'sharegpt', numPrompts: 0 }, 64, { numPrompts: 0 }],
    ['as long as its benchmark says', { durationMinutes: 2 }, 64, { durationMinutes: 2 }],
    ['all at once, however long that takes', {}, null, { durationMinutes: null, numPrompts: 200 }],
  ] as const)('without a rate sends by the clock, %s', (_case, changes, maxConcurrency, size) => {
    const timed = { ...plan, secondsPerPoint: 30, config: { ...plan.config, ...changes } }
    expect(pointConfig(timed, { ...point, requestRate: 'inf', maxConcurrency })).toMatchObject(size)
  })

  test('reports every percentile a limit speaks of', () => {
    const limits = [{ name: 'ttft' as const, percentile: 95, bound: 1 }]
    const { metricPercentiles } = pointConfig({ ...plan, limits }, point)
    expect(metricPercentiles).toEqual([...plan.config.metricPercentiles, 95])
  })

  test('warms up as the plan says, unless all is sent at once', () => {
    const warm = { ...plan, warmUpS: 5 }
    expect(pointConfig(warm, point).warmUpSeconds).toBe(5)
    const burst = { ...point, requestRate: 'inf', maxConcurrency: null } as const
    expect(pointConfig(warm, burst).warmUpSeconds).toBe(0)
  })

  test.each([
    {
      remark: 'a rate for some seconds',
      load: { requestRate: 10, maxConcurrency: null },
      requests: 200,
    },
    {
      remark: 'a light rate often enough',
      load: { requestRate: 1, maxConcurrency: null },
      requests: 50,
    },
    {
      remark: 'rounds of a concurrency',
      load: { requestRate: 'inf', maxConcurrency: 32 },
      requests: 256,
    },
  ] as const)('of a search sends $remark', ({ load, requests }) => {
    const { search } = sweepPlanSchema.parse({ ...plan, search: { kind: 'capacity' } })
    expect(pointConfig({ ...plan, search }, { ...point, ...load }).numPrompts).toBe(requests)
  })

  test('has what its settings change', () => {
    expect(pointConfig({ ...plan, axes }, { ...point, settings: [1, 0] })).toMatchObject({
      randomInputLen: 1024,
      randomOutputLen: 256,
    })
  })

  test('is refused where a setting is no value of its field', () => {
    const { axes: broken } = sweepPlanSchema.parse({
      ...plan,
      axes: [{ name: 'bad', settings: [{ benchmark: { randomInputLen: 'long' } }] }],
    })
    expect(() => pointConfig({ ...plan, axes: broken }, { ...point, settings: [0] })).toThrow()
  })
})
