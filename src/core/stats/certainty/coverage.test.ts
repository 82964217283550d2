// Whether intervals keep their word: of many simulated runs of known truth, 95 % should hold it.
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { batchMeans, intervalOf } from './batch-means.ts'
import type { Interval } from './interval.ts'
import { percentileInterval } from './percentile-interval.ts'
import { estimateFromRepeats } from './repeats.ts'

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
    expect(share).toBeGreaterThanOrEqual(0.9)
    expect(share).toBeLessThanOrEqual(0.99)
  })

  test('the interval of p99 holds it', () => {
    const intervals = samples.map((sample) => percentileInterval(sample, 99))
    const share = shareHolding(process.p99, intervals)
    expect(share).toBeGreaterThanOrEqual(0.9)
    expect(share).toBeLessThanOrEqual(0.99)
  })
})

test('over 200 times five repeats, the interval of their mean holds the truth', () => {
  const intervals = Array.from({ length: runs }, (_, seed) => {
    const random = new NumpyRandomState(seed)
    const repeats = estimateFromRepeats([0, 1, 2, 3, 4].map(() => 100 + 5 * random.gaussian()))
    return repeats && intervalOf(repeats)
  })
  const share = shareHolding(100, intervals)
  expect(share).toBeGreaterThanOrEqual(0.9)
  expect(share).toBeLessThanOrEqual(0.99)
})
