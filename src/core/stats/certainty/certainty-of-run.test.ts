import { describe, expect, test } from 'vitest'
import { measured, refused } from '../fixtures/requests.ts'
import { certaintyOf } from './certainty-of-run.ts'

/** One a tenth of a second, each in flight for 0.3 s and a little more or less. */
const requests = Array.from({ length: 400 }, (_, index) =>
  measured({
    startS: index / 10,
    ttftS: 0.1 + ((index * 37) % 100) / 10_000,
    latencyS: 0.3,
    ...(index === 7 && { error: refused }),
  }),
)
const options = {
  percentiles: [0, 50, 99.9, 100],
  goodputLimitsMs: { e2el: 300 },
  steadyWindow: { startS: 5, endS: 30 },
}

describe('how sure a run is', () => {
  const certainty = certaintyOf(requests, options)

  test('is said of mean and percentiles, but not of the extremes', () => {
    const reported = certainty.figures.map(({ metric, percentile }) => `${metric} ${percentile}`)
    expect(reported).toEqual(
      ['ttft', 'tpot', 'itl', 'e2el'].flatMap((metric) => [
        `${metric} null`,
        `${metric} 50`,
        `${metric} 99.9`,
      ]),
    )
  })

  test('is an interval in ms about the figure, and none where values are too few', () => {
    const [mean, median, tail] = certainty.figures
    expect(mean?.intervalMs?.low).toBeLessThan(105)
    expect(mean?.intervalMs?.high).toBeGreaterThan(104.9)
    expect(median?.intervalMs?.low).toBeGreaterThan(103)
    expect(median?.intervalMs?.high).toBeLessThan(107)
    expect(tail).toMatchObject({ intervalMs: null, fewestValues: 6000 })
  })

  test('is no interval of whole responses if the run lasts less than four of them', () => {
    const needed = (latencyS: number, queued: boolean) =>
      certaintyOf(
        requests.map((each) => ({ ...each, latencyS, queueS: queued ? each.startS : 0 })),
        options,
      ).figures.flatMap(({ metric, percentile, intervalMs, fewestValues }) =>
        percentile === null && intervalMs === null ? [[metric, fewestValues]] : [],
      )
    expect(needed(9, false)).toEqual([])
    expect(needed(20, false)).toEqual([
      ['tpot', 800],
      ['itl', 800],
      ['e2el', 800],
    ])
    expect(needed(20, true)).toEqual([])
  })

  test('is narrow for constant latencies, however few responses follow each other', () => {
    const slow = Array.from({ length: 60 }, (_, index) =>
      measured({ startS: index / 6, ttftS: 0.02, latencyS: 2 + ((index * 37) % 10) / 10_000 }),
    )
    const { figures } = certaintyOf(slow, { ...options, percentiles: [50, 90] })
    const e2el = figures.filter(({ metric }) => metric === 'e2el')
    expect(e2el).toHaveLength(3)
    for (const { intervalMs } of e2el) {
      expect(intervalMs?.low).toBeGreaterThan(1990)
      expect(intervalMs?.high).toBeLessThan(2010)
    }
  })

  test('is that of the parts of a response, if the pace drifts by a percent while none waits', () => {
    const drifting = Array.from({ length: 300 }, (_, index) => {
      const ttftS = 0.02 + ((index * 37) % 100) / 10_000
      const gapUs = 10_300 - index
      const interTokenLatenciesUs = new Uint32Array(39).fill(gapUs)
      const latencyS = ttftS + (39 * gapUs) / 1e6
      return measured({
        startS: index / 10,
        ttftS,
        latencyS,
        outputTokens: 40,
        interTokenLatenciesUs,
      })
    })
    const { figures } = certaintyOf(drifting, { ...options, percentiles: [50] })
    const [ttft, tpot, e2el] = (['ttft', 'tpot', 'e2el'] as const).map(
      (asked) =>
        figures.find(({ metric, percentile }) => metric === asked && percentile === null)
          ?.intervalMs ?? { low: NaN, high: NaN },
    )
    expect(tpot?.high).toBeLessThan(10.15 * 1.03)
    expect(e2el?.high).toBeCloseTo((ttft?.high ?? 0) + 39 * (tpot?.high ?? 0), 0)
    expect(e2el?.low).toBeCloseTo((ttft?.low ?? 0) + 39 * (tpot?.low ?? 0), 0)
  })

  /** One response in twenty lasts `longS`; for ten seconds in twenty, each begins with a wait of a second. */
  function mixed(longS: number) {
    const requestsOf = Array.from({ length: 800 }, (_, index) => {
      const latencyS = index % 20 === 0 ? longS : 1.3
      const gapsUs = Uint32Array.of(1e5, 1e5)
      const ttftS = index % 80 < 40 ? 0.05 + ((index * 37) % 100) / 10_000 : 1
      return measured({ startS: index / 4, ttftS, latencyS, interTokenLatenciesUs: gapsUs })
    })
    const { figures } = certaintyOf(requestsOf, { ...options, percentiles: [90, 99] })
    return (asked: number) =>
      figures.find(({ metric, percentile }) => metric === 'ttft' && percentile === asked)
  }

  test('is wider if few long responses set the pace, and none of a tail of waits that they cause', () => {
    const [even, uneven] = [mixed(1.3), mixed(15)]
    expect(even(99)?.intervalMs).not.toBeNull()
    expect(uneven(90)?.intervalMs).not.toBeNull()
    expect(uneven(99)).toMatchObject({ intervalMs: null })
    expect(uneven(99)?.fewestValues).toBeGreaterThan(4000)
  })

  test('counts few long responses for the gaps between tokens, too', () => {
    const halfOf = (longS: number) => {
      const requestsOf = Array.from({ length: 800 }, (_, index) => {
        const gapUs = 10_000 + ((index * 37) % 100) * 20
        const latencyS = index % 20 === 0 ? longS : 1.3
        const interTokenLatenciesUs = Uint32Array.of(gapUs, gapUs)
        return measured({ startS: index / 4, ttftS: 0.05, latencyS, interTokenLatenciesUs })
      })
      const { figures } = certaintyOf(requestsOf, { ...options, percentiles: [90] })
      return figures.flatMap(({ metric, intervalMs }) =>
        metric === 'itl' && intervalMs !== null ? [intervalMs.high - intervalMs.low] : [],
      )
    }
    const [even, uneven] = [halfOf(1.3), halfOf(15)]
    expect(even).toHaveLength(3)
    uneven.forEach((width, at) => expect(width).toBeGreaterThan(1.2 * (even[at] ?? Infinity)))
  })

  test('has no tail of waits that it saw at one time, unless its number in flight is given', () => {
    const tailOf = (queueS: (startS: number) => number) => {
      const requestsOf = Array.from({ length: 400 }, (_, index) => {
        const isWaiting = index >= 200 && index < 230
        const [startS, ttftS] = [index / 4, isWaiting ? 2 : 0.05 + ((index * 37) % 100) / 10_000]
        return measured({ startS, ttftS, latencyS: ttftS + 1, queueS: queueS(startS) })
      })
      const { figures } = certaintyOf(requestsOf, { ...options, percentiles: [90, 95] })
      return [90, 95].map((asked) =>
        figures.find(({ metric, percentile }) => metric === 'ttft' && percentile === asked),
      )
    }
    const [inside, tail] = tailOf(() => 0)
    expect(inside?.intervalMs).not.toBeNull()
    expect(tail).toMatchObject({ intervalMs: null, fewestValues: 1200 })
    const [, given] = tailOf((startS) => startS)
    expect(given?.intervalMs).not.toBeNull()
  })

  test('comes with the rate, Little’s law in the steady state, and stalls', () => {
    expect(certainty.rate?.asked).toBeCloseTo(10, 9)
    expect(certainty.littlesLawRatio).toBeCloseTo(1, 2)
    expect(certainty.stalls).toEqual({ worstS: 0.1, gaps: 0, requests: 0 })
    expect(certaintyOf(requests, { ...options, steadyWindow: null }).littlesLawRatio).toBeNull()
  })

  test('is of finite numbers where responses have no tokens, as those of a pooling model', () => {
    const pooled = requests.map((request) => ({ ...request, outputTokens: 0 }))
    const { throughput } = certaintyOf(pooled, options)
    expect(throughput?.outputTokens.low).toBeCloseTo(1, 9)
    // JSON writes null for what is not a number.
    expect(JSON.stringify(throughput)).not.toContain('null')
  })

  test('is of finite numbers after a stop of seconds among responses of milliseconds', () => {
    // 100 per second; the client stops from 0.5 s on for 2.5 s, and then reads what arrived meanwhile at once.
    const stopped = Array.from({ length: 120 }, (_, index) => {
      const startS = index / 100
      const isRead = startS > 0.47 && startS < 0.5
      const gapUs = isRead ? 2_500_000 : 1
      return measured({
        ...{ startS, ttftS: 0.002, latencyS: 0.002 + (2 * gapUs) / 1e6, outputTokens: 3 },
        interTokenLatenciesUs: Uint32Array.of(gapUs, gapUs),
      })
    })
    const { figures } = certaintyOf(stopped, { ...options, steadyWindow: null })
    expect(figures.some(({ intervalMs }) => intervalMs !== null)).toBe(true)
    expect(JSON.parse(JSON.stringify(figures))).toEqual(figures)
  })

  test('of nothing is nothing', () => {
    const { figures, rate, stalls } = certaintyOf([], options)
    expect(figures.every(({ intervalMs }) => intervalMs === null)).toBe(true)
    expect(rate).toBeNull()
    expect(stalls).toEqual({ worstS: 0, gaps: 0, requests: 0 })
  })
})
