import { describe, expect, test } from 'vitest'
import { throughputFigure, wholeRunFigure } from '#core/judgement/known-figures.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { steadyLoad } from './saturation.ts'

const rates = (load: Parameters<typeof generatedRun>[0]) => {
  const { summary } = generatedRun(load)
  return {
    basis: steadyLoad(summary).basis,
    steady: throughputFigure(summary, 'requestThroughput')?.value ?? NaN,
    whole: wholeRunFigure(summary, 'requestThroughput')?.value ?? NaN,
  }
}

describe('throughput of the steady state', () => {
  test('is the same of a short and a long run at the same rate', () => {
    const [short, long] = [80, 800].map((requests) => rates({ rate: 8, requests }))
    expect(short?.basis).toBe('offered')
    expect(long?.basis).toBe('offered')
    // The schedule of random arrivals is itself off by chance.
    expect(short?.whole).toBeLessThan(0.93 * (short?.steady ?? 0))
    const offered = generatedRun({ rate: 8, requests: 80 }).summary.certainty?.rate?.asked
    expect(short?.steady).toBeCloseTo(offered ?? NaN, 6)
  })

  test('of a server that falls behind is what it serves, without the drain', () => {
    const { basis, steady } = rates({ rate: 20, served: 10 })
    expect(basis).toBe('steady')
    expect(steady).toBeGreaterThan(9.8)
    expect(steady).toBeLessThan(10.2)
  })

  test.each([11, 15, 30])('of %i req/s to a server of 10 is no more than was offered', (rate) => {
    const { summary } = generatedRun({ rate, served: 10, requests: 200 })
    const { value, interval } = throughputFigure(summary, 'requestThroughput') ?? {}
    const whole = wholeRunFigure(summary, 'requestThroughput')
    const { asked = NaN } = summary.certainty?.rate ?? {}
    expect(steadyLoad(summary).basis).toBe('steady')
    expect(interval?.high).toBeLessThanOrEqual(asked)
    expect(interval?.low).toBeGreaterThan(0.999 * (whole?.interval?.low ?? NaN))
    expect(value).toBeGreaterThanOrEqual(whole?.value ?? NaN)
  })

  test('of requests in flight is that of the time in which all of them are', () => {
    const { basis, steady, whole } = rates({ clients: 40, requests: 200 })
    const long = rates({ clients: 40, requests: 4000 })
    expect(basis).toBe('steady')
    expect(Math.abs(steady / long.steady - 1)).toBeLessThan(Math.abs(whole / long.steady - 1))
  })

  test('of a run of earlier versions is that of the whole run', () => {
    const { summary } = generatedRun({ rate: 8 })
    const earlier = { ...summary, certainty: null, steadyState: null }
    expect(steadyLoad(earlier)).toMatchObject({ basis: 'whole-run', factor: 1 })
  })

  test('of a run shorter than its responses has no interval', () => {
    const { summary } = generatedRun({ rate: 30, requests: 60 })
    expect(throughputFigure(summary, 'requestThroughput')?.interval).toBeNull()
    expect(wholeRunFigure(summary, 'requestThroughput')?.interval).not.toBeNull()
  })
})
