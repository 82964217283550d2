import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { NumpyRandomState } from '../random/numpy-legacy.ts'
import { measured } from '../stats/fixtures/requests.ts'
import { wholeSummary } from '../stats/fixtures/summaries.ts'
import {
  compareConfigurations,
  type ConfigurationShift,
  type ConfigurationRun,
} from './compare-configurations.ts'

/** Hundreds of runs are made and summarised. */
const timeout = 120_000

const config = { ...defaultBenchmarkConfig, requestRate: 10 }

/** Runs whose prompts, by their key, make them slower or faster by a fifth, and their server by `slowness`. */
function configuration(keys: readonly number[], slowness: number, seed = 0): ConfigurationRun[] {
  return keys.map((key) => {
    const workload = 1 + 0.2 * new NumpyRandomState(key).gaussian()
    const random = new NumpyRandomState(1000 + 10 * key + seed)
    const requests = Array.from({ length: 200 }, (_, index) => {
      const ttftS = 0.1 * workload * slowness * Math.exp(0.05 * random.gaussian())
      return measured({ startS: index / 10, ttftS, latencyS: ttftS + 1, outputTokens: 11 })
    })
    return { key: String(key), config, summary: wholeSummary(requests, config) }
  })
}

function ttft(figures: readonly ConfigurationShift[]): ConfigurationShift {
  const found = figures.find(({ name, percentile }) => name === 'ttft' && percentile === null)
  if (found === undefined) throw new Error('TTFT was not compared.')
  return found
}

function withMeanTtft(run: ConfigurationRun, key: number, mean: number): ConfigurationRun {
  const { metrics } = run.summary
  const summary = { ...run.summary, metrics: { ...metrics, ttft: { ...metrics.ttft, mean } } }
  return { ...run, key: String(key), summary }
}

const repeats = [0, 1, 2, 3, 4]

describe('two settings', () => {
  test('with the same prompts differ by far less than their prompts do', () => {
    const paired = ttft(
      compareConfigurations(configuration(repeats, 1), configuration(repeats, 1.05, 1)),
    )
    expect(paired).toMatchObject({ isPaired: true, runs: { base: 5, other: 5 } })
    expect(paired.verdict).toBe('worse')
    expect(paired.share).toBeCloseTo(0.05, 2)
  })

  test('with others may differ by nothing but these', () => {
    const plain = ttft(
      compareConfigurations(configuration(repeats, 1), configuration([5, 6, 7, 8, 9], 1.05, 1)),
    )
    expect(plain).toMatchObject({ isPaired: false })
    expect(plain.verdict).toBe('unclear')
  })

  test('that are the same are reported as same', () => {
    expect(
      ttft(compareConfigurations(configuration(repeats, 1), configuration(repeats, 1, 1))).verdict,
    ).toBe('same')
  })

  test('measured once each differ by what the requests of their runs show', () => {
    const once = ttft(compareConfigurations(configuration([0], 1), configuration([0], 2)))
    expect(once).toMatchObject({ verdict: 'worse', runs: { base: 1, other: 1 } })
    expect(once.share).toBeCloseTo(1, 1)
    expect(once.shareInterval?.low).toBeGreaterThan(0.5)
    expect(once.other / once.base).toBeCloseTo(2, 1)
  })

  test('on one start of a server each differ from start to start, too', () => {
    const on = (runs: ConfigurationRun[], start: string) => runs.map((run) => ({ ...run, start }))
    const width = ({ shareInterval }: ConfigurationShift) =>
      shareInterval === null ? NaN : shareInterval.high - shareInterval.low
    const [ones, others] = [configuration(repeats, 1), configuration(repeats, 1.05, 1)]
    const apart = ttft(compareConfigurations(on(ones, 'a'), on(others, 'b')))
    expect(apart).toMatchObject({ isPaired: true, verdict: 'unclear' })
    // 3 % for each side, of which 99 % are within 2.58.
    expect(width(apart)).toBeGreaterThan(2 * 2.5 * 0.03 * Math.SQRT2)
    const shared = ttft(compareConfigurations(on(ones, 'a'), on(others, 'a')))
    expect(shared.verdict).toBe('worse')
    expect(width(shared)).toBeLessThan(width(apart) / 2)
  })

  test('with failures differ by shares of the requests, and the same is what it is between runs', () => {
    const failing = (failed: number) =>
      configuration(repeats, 1).map((run) => ({ ...run, summary: { ...run.summary, failed } }))
    const shift = (failed: number) => compareConfigurations(failing(0), failing(failed)).at(-1)
    expect(shift(1)).toMatchObject({ name: 'failedShare', base: 0, share: null, verdict: 'same' })
    expect(shift(50)).toMatchObject({ shareInterval: null, difference: 0.2, verdict: 'worse' })
  })

  test('whose two repeats differ more than they do have no interval', () => {
    const slow = ttft(
      compareConfigurations(
        [...configuration([0], 1), ...configuration([1], 9)],
        [...configuration([2], 0.2), ...configuration([3], 2)],
      ),
    )
    expect(slow).toMatchObject({ interval: null, shareInterval: null, verdict: 'unclear' })
  })

  test('have an interval around the share they differ by', { timeout }, () => {
    const times = fc.array(fc.integer({ min: 50, max: 150 }), { minLength: 2, maxLength: 5 })
    const [one] = configuration([0], 1)
    if (one === undefined) throw new Error('There is no run.')
    fc.assert(
      fc.property(times, times, fc.boolean(), (ones, others, isPaired) => {
        const base = ones.map((ms, key) => withMeanTtft(one, key, ms))
        const from = isPaired ? 0 : ones.length
        const other = others.map((ms, key) => withMeanTtft(one, from + key, ms))
        const there = ttft(compareConfigurations(base, other))
        const back = ttft(compareConfigurations(other, base))
        fc.pre(there.shareInterval !== null && back.shareInterval !== null)
        const [share, low, high] = [
          there.share,
          there.shareInterval?.low,
          there.shareInterval?.high,
        ]
        expect(low).toBeGreaterThanOrEqual(-1)
        expect(share).toBeGreaterThanOrEqual((low ?? NaN) - 1e-9)
        expect(share).toBeLessThanOrEqual((high ?? NaN) * (1 + 1e-9) + 1e-9)
        const turned = Math.log1p(back.shareInterval?.high ?? NaN)
        expect(turned).toBeCloseTo(-Math.log1p(low ?? NaN), 6)
      }),
      { numRuns: 50 },
    )
  })

  test('that were not measured are not compared', () => {
    expect(compareConfigurations([], configuration(repeats, 1))).toEqual([])
    expect(compareConfigurations(configuration(repeats, 1), [])).toEqual([])
  })
})

const numbersOfPairs = [
  { pairs: 30, tags: [] },
  { pairs: 200, tags: ['nightly'] },
]
for (const { pairs, tags } of numbersOfPairs) {
  test(`of ${pairs} pairs of equal settings, few seem to differ`, { tags, timeout }, () => {
    const moved = Array.from({ length: pairs }, (_, pair) => {
      const keys = [0, 1, 2].map((repeat) => 10 * pair + repeat)
      return ttft(compareConfigurations(configuration(keys, 1), configuration(keys, 1, 1))).verdict
    }).filter((verdict) => verdict === 'better' || verdict === 'worse')
    expect(moved.length).toBeLessThanOrEqual(pairs / 10)
  })
}
