import { describe, expect, it } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { readSweep, writtenSweepSchema, type WrittenSweep } from './written-sweep.ts'

const fresh = writtenSweepSchema.parse({})

describe('a sweep as written', () => {
  it('is a whole plan before anything was changed', () => {
    const { plan } = readSweep(fresh)
    expect(sweepPlanSchema.parse(plan)).toMatchObject({
      requestRates: [1, 2, 4, 8, 16, 32],
      maxConcurrencies: [null],
      secondsPerPoint: 10,
      config: { promptTokenIds: true, randomInputLen: 256 },
    })
  })

  it('is named after its rates unless it has a name', () => {
    expect(readSweep({ ...fresh, rates: '1, 2' }).plan?.name).toBe('1, 2 req/s')
    expect(readSweep({ ...fresh, name: ' tp4 ' }).plan?.name).toBe('tp4')
  })

  it('sends a fixed number of requests where no seconds are written', () => {
    expect(readSweep({ ...fresh, secondsPerPoint: ' ' }).plan?.secondsPerPoint).toBeNull()
  })

  it.each<[Partial<WrittenSweep>, string]>([
    [{ rates: 'fast' }, 'a rate that is none'],
    [{ concurrencies: '2.5' }, 'part of a request'],
    [{ secondsPerPoint: '-1' }, 'negative seconds'],
    [{ workload: { numPrompts: 'many' } }, 'a field that holds no value of its kind'],
  ])('%j is no plan yet: %s', (changes) => {
    expect(readSweep({ ...fresh, ...changes }).plan).toBeNull()
  })
})
