// Whether intervals keep their word: of many simulated runs of known truth, 95 % should hold it.
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { measured } from '../fixtures/requests.ts'
import { batchMeans, intervalOf } from './batch-means.ts'
import { gapCertainty } from './gap-certainty.ts'
import type { Interval } from './interval.ts'
import { percentileInterval } from './percentile-interval.ts'
import { estimateFromRepeats } from './merged-figure.ts'

const runs = 200
const requests = 8000

type Process = Readonly<{
  name: string
  mean: number
  p99: number
  latencies: (random: NumpyRandomState) => Float64Array
}>

/** Latencies of a queue with one server, in order of arrival: by theory exponential, each much like the last. */
function queue(load: number): Process {
  const slack = 1 - load
  return {
    name: `a queue at ${load} of its capacity`,
    mean: 1 / slack,
    p99: Math.log(100) / slack,
    latencies: (random) => {
      let waitS = random.double() < load ? random.exponential(1 / slack) : 0
      return Float64Array.from({ length: requests }, () => {
        const latencyS = waitS + random.exponential(1)
        waitS = Math.max(0, latencyS - random.exponential(1 / load))
        return latencyS
      })
    },
  }
}

const independent: Process = {
  name: 'independent latencies with a long tail',
  mean: Math.exp(0.5),
  // 2.3263 is the p99 of the normal distribution.
  p99: Math.exp(2.3263478740408408),
  latencies: (random) => Float64Array.from({ length: requests }, () => Math.exp(random.gaussian())),
}

function shareHolding(truth: number, intervals: readonly (Interval | null)[]): number {
  const holding = intervals.filter((found) => found && found.low <= truth && truth <= found.high)
  return holding.length / intervals.length
}

function expectHeld(share: number): void {
  expect(share).toBeGreaterThanOrEqual(0.9)
  expect(share).toBeLessThanOrEqual(0.99)
}

/** Of a function that falls. */
function rootOf(f: (x: number) => number): number {
  let [low, high] = [0, 100]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return low
}

describe.each([independent, queue(0.3), queue(0.6)])('over 200 runs of $name', (process) => {
  const samples = Array.from({ length: runs }, (_, seed) =>
    process.latencies(new NumpyRandomState(seed)),
  )

  test('the interval of the mean holds it', () => {
    const intervals = samples.map((sample) => {
      const estimate = batchMeans(sample)
      return estimate && intervalOf(estimate)
    })
    const share = shareHolding(process.mean, intervals)
    expectHeld(share)
  })

  test('the interval of p99 holds it', () => {
    const intervals = samples.map((sample) => percentileInterval(sample, 99))
    const share = shareHolding(process.p99, intervals)
    expectHeld(share)
  })
})

test('over 200 times five repeats, the interval of their mean holds the truth', () => {
  const intervals = Array.from({ length: runs }, (_, seed) => {
    const random = new NumpyRandomState(seed)
    const repeats = estimateFromRepeats([0, 1, 2, 3, 4].map(() => 100 + 5 * random.gaussian()))
    return repeats && intervalOf(repeats)
  })
  const share = shareHolding(100, intervals)
  expectHeld(share)
})

describe('over 200 runs whose slow answers have few gaps', () => {
  const answers = 1000
  /** One answer in five; the gaps of an answer are exponential, three times as long in slow ones. */
  const slowShare = 0.2
  const gapsOf = { slow: 6, fast: 20 }
  const slowGaps = (slowShare * gapsOf.slow) / (slowShare * gapsOf.slow + 0.8 * gapsOf.fast)
  const share = (gap: number) => (1 - slowGaps) * Math.exp(-gap) + slowGaps * Math.exp(-gap / 3)
  const samples = Array.from({ length: runs }, (_, seed) => {
    const random = new NumpyRandomState(seed)
    const requests = Array.from({ length: answers }, () => {
      const isSlow = random.double() < slowShare
      const gaps = Math.ceil(random.double() * 2 * (isSlow ? gapsOf.slow : gapsOf.fast) - 0.5)
      const gapsS = Array.from({ length: gaps }, () => random.exponential(isSlow ? 3 : 1))
      return measured({ interTokenLatenciesUs: Float64Array.from(gapsS, (gapS) => gapS * 1e6) })
    })
    return gapCertainty(requests, { percentiles: [50, 99] })
  })

  test('the interval of the mean gap holds it', () => {
    const intervals = samples.map(({ mean }) => mean && intervalOf(mean))
    expectHeld(shareHolding(1 - slowGaps + 3 * slowGaps, intervals))
  })

  test.each([50, 99])('the interval of p%i of all gaps holds it', (percentile) => {
    const intervals = samples.map((sample) => sample.percentile(percentile))
    expectHeld(
      shareHolding(
        rootOf((gap) => share(gap) - (1 - percentile / 100)),
        intervals,
      ),
    )
  })
})
