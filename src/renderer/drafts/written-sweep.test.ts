import { describe, expect, it } from 'vitest'
import { demandingPercentile } from '#core/judgement/saturation.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'
import { exampleFlagIndex } from '#core/vllm/example-flags.test-support.ts'
import { readSweep, writtenSweep, writtenSweepSchema, type WrittenSweep } from './written-sweep.ts'

const fresh = writtenSweepSchema.parse({})
const read = (changes: Partial<WrittenSweep> = {}) =>
  readSweep({ ...fresh, ...changes }, exampleFlagIndex)

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
    expect(read({ rates: '1, 2' }).plan?.name).toBe('random 256/128 · 1, 2 req/s')
    expect(read({ name: ' tp4 ' }).plan?.name).toBe('tp4')
    expect(read({ loadKind: 'capacity' }).plan?.name).toBe('random 256/128 · capacity 1–512 req/s')
  })

  it('sends a fixed number of requests where no seconds are written', () => {
    expect(read({ secondsPerPoint: ' ' }).plan?.secondsPerPoint).toBeNull()
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
    const { plan } = read({ axes: [{ columns: [{ flag, values }], kept: null, onlyIf: null }] })
    expect(plan?.axes[0]?.settings.map(({ server }) => Object.values(server)[0])).toEqual(expected)
  })

  it.each<[Partial<WrittenSweep>, string]>([
    [{ rates: 'fast' }, 'a rate that is none'],
    [{ concurrencies: '2.5' }, 'part of a request'],
    [{ secondsPerPoint: '-1' }, 'negative seconds'],
    [{ workload: { numPrompts: 'many' } }, 'a field that holds no value of its kind'],
    [
      { axes: [{ columns: [{ flag: 'max-num-sqs', values: '1' }], kept: null, onlyIf: null }] },
      'an unknown flag',
    ],
    [
      { axes: [{ columns: [{ flag: 'max-num-seqs', values: '' }], kept: null, onlyIf: null }] },
      'a flag without values',
    ],
    [{ limits: [{ subject: 'ttft', statistic: 'p95', value: '' }] }, 'a limit without a value'],
    [{ excluded: 'max-num-seqs' }, 'an exclusion without a value'],
    [{ conduct: { ...fresh.conduct, repeats: '0' } }, 'no repeat at all'],
    [
      { loadKind: 'curve', search: { ...fresh.search, upTo: '1' } },
      'a search that ends where it begins',
    ],
  ])('%j is no plan yet: %s', (changes) => {
    expect(read(changes).plan).toBeNull()
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
    const written = writtenSweep(plan, { serverIds: ['one'], flagIndex: exampleFlagIndex })
    expect(writtenSweepSchema.parse(written)).toEqual(written)
    expect(readSweep(written, exampleFlagIndex).plan).toEqual(plan)
  })
})
