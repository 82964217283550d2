import { describe, expect, it } from 'vitest'
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { type SweepDocument, sweepDocumentSchema } from './sweep-document.ts'
import { readSweep, sweepDocument } from './sweep-reading.ts'

const fresh = sweepDocumentSchema.parse({})
const read = (changes: Partial<SweepDocument> = {}) =>
  readSweep({ ...fresh, ...changes }, exampleFlagIndex)
const axis = (flag: string, values: string) => ({
  columns: [{ flag, values }],
  kept: null,
  onlyIf: null,
})
const load = (part: Partial<SweepDocument['load']>) => ({ load: { ...fresh.load, ...part } })

describe('a sweep as written', () => {
  it('is a whole plan before anything was changed', () => {
    expect(sweepPlanSchema.parse(read().plan)).toMatchObject({
      requestRates: [4, 8, 16, 32, 64],
      maxConcurrencies: [null],
      secondsPerPoint: 20,
      config: { promptTokenIds: true, randomInputLen: 256, metricPercentiles: [50, 95] },
      ...{ axes: [], limits: [], search: null, repeats: 1, retries: 1, price: null },
    })
  })

  it('first asks for no percentile that its lightest load does not show', () => {
    const { plan } = read()
    const demand = demandingPercentile(plan?.config.metricPercentiles ?? [])
    const fewest =
      Math.min(...(plan?.requestRates ?? []).map(Number)) * (plan?.secondsPerPoint ?? 0)
    expect(demand?.fewestRequests).toBeLessThanOrEqual(fewest)
  })

  it('is named after its loads unless it has a name', () => {
    expect(read(load({ 'request-rate': '1, 2' })).plan?.name).toBe('random 256/128 · 1, 2 req/s')
    expect(read({ name: ' tp4 ' }).plan?.name).toBe('tp4')
    expect(read({ loadKind: 'capacity' }).plan?.name).toBe('random 256/128 · capacity 1–512 req/s')
  })

  it('sends a fixed number of requests where no seconds are written', () => {
    expect(read(load({ 'seconds-per-point': ' ' })).plan?.secondsPerPoint).toBeNull()
  })

  it('links the flags of one axis', () => {
    const columns = [
      { flag: 'random-input-len', values: '128, 1024' },
      { flag: '--max_num_seqs', values: '64..128 x2' },
    ]
    expect(read({ axes: [{ columns, kept: null, onlyIf: null }] }).plan?.axes).toEqual([
      {
        name: 'random-input-len, max-num-seqs',
        settings: [
          { benchmark: { randomInputLen: 128 }, server: { 'max-num-seqs': 64 } },
          { benchmark: { randomInputLen: 1024 }, server: { 'max-num-seqs': 128 } },
        ],
      },
    ])
  })

  it.each<[string, string, unknown[]]>([
    ['max-num-batched-tokens', '2k, 8k', ['2k', '8k']],
    ['enable-chunked-prefill', 'true, false', [true, false]],
    ['server.of-a-plugin', '1, on, x', [1, true, 'x']],
    ['server.of-a-plugin', '[[1, 2], {"a": 1}]', [[1, 2], { a: 1 }]],
  ])('reads %s of %j as %j', (flag, values, expected) => {
    const { plan } = read({ axes: [axis(flag, values)] })
    expect(plan?.axes[0]?.settings.map(({ server }) => Object.values(server)[0])).toEqual(expected)
  })

  it.each<[Partial<SweepDocument>, string]>([
    [load({ 'request-rate': 'fast' }), 'load.request-rate'],
    [load({ 'request-rate': '' }), 'load.request-rate'],
    [load({ 'max-concurrency': '2.5' }), 'load.max-concurrency[0]'],
    [load({ 'seconds-per-point': '-1' }), 'load.seconds-per-point'],
    [{ axes: [axis('max-num-sqs', '1')] }, 'axes[0].max-num-sqs'],
    [{ axes: [axis('max-num-seqs', '')] }, 'axes[0].settings'],
    [{ limits: ['p95 ttft <=  ms'] }, 'limits[0]'],
    [{ exclude: 'max-num-sqs=1' }, 'exclude[0].max-num-sqs'],
    [{ exclude: 'seed=1\nmax-num-seqs' }, 'exclude[1].max-num-seqs'],
    [{ repeats: '0' }, 'repeats'],
    [{ 'warm-up': 'long' }, 'warm-up'],
    [{ price: { 'per-hour': '0', currency: 'USD' } }, 'price.per-hour'],
    [{ loadKind: 'curve', search: { ...fresh.search, 'up-to': '1' } }, 'search.up-to'],
    [{ loadKind: 'capacity', search: { ...fresh.search, precision: '90' } }, 'search.precision'],
  ])('%j is no plan yet: %s', (changes, place) => {
    const { plan, problems } = read(changes)
    expect(plan).toBeNull()
    expect(problems.map((problem) => problem.place)).toEqual([place])
  })

  it('reports every problem', () => {
    const search = { ...fresh.search, from: 'x', 'most-runs': '1' }
    const { problems } = read({ loadKind: 'curve', search, retries: '99', limits: ['a', 'b'] })
    const places = problems.map(({ place }) => place)
    expect(places.sort()).toEqual([
      ...['limits[0]', 'limits[1]', 'retries', 'search.from', 'search.most-runs'],
    ])
  })

  it('is no plan while a field of the benchmark holds no value of its kind', () => {
    const { plan, problems, workloadProblems } = read({ workload: { numPrompts: 'many' } })
    expect({ plan, problems }).toEqual({ plan: null, problems: [] })
    expect(workloadProblems.map(({ field }) => field)).toEqual(['numPrompts'])
  })

  it('searches whatever the list of loads holds', () => {
    const { plan } = read({ loadKind: 'curve', ...load({ 'request-rate': 'fast' }) })
    expect(plan?.search).toMatchObject({ kind: 'curve', upTo: 512 })
  })

  it('reads as the plan it was made from', () => {
    const plan: SweepPlan = sweepPlanSchema.parse({
      ...read().plan,
      name: 'whole',
      requestRates: [0.5, 'inf'],
      maxConcurrencies: [8, null],
      secondsPerPoint: null,
      axes: [
        {
          name: 'max-num-seqs',
          settings: [{ server: { 'max-num-seqs': 64 } }, { server: { 'max-num-seqs': 128 } }],
        },
        { name: 'configurations', settings: [{}, { benchmark: { seed: 1 } }] },
      ],
      excluded: [
        { benchmark: { requestRate: 0.5, maxConcurrency: null }, server: { 'max-num-seqs': 64 } },
      ],
      omitted: ['0/0.1/inf/none'],
      limits: [
        { name: 'ttft', percentile: 99.9, bound: 250 },
        { name: 'e2el', percentile: null, bound: 1 },
        { name: 'failedShare', percentile: null, bound: 0.01 },
        { name: 'goodShare', percentile: null, bound: 0.9 },
      ],
      search: { kind: 'capacity', over: 'maxConcurrency', upTo: 64, precision: 0.02 },
      ...{ repeats: 3, order: 'shuffled', warmUpS: 5, coolDownS: 1, retries: 0 },
      ...{
        stopsWhenSaturated: true,
        resetsCaches: false,
        price: { perHour: 2.5, currency: 'EUR' },
      },
    })
    const written = sweepDocument(plan, { serverIds: ['one'], flagIndex: exampleFlagIndex })
    expect(sweepDocumentSchema.parse(written)).toEqual(written)
    expect(readSweep(written, exampleFlagIndex).plan).toEqual(plan)
  })
})
