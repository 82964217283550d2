// How well the mean and the percentiles of the gaps between tokens are known. Gaps of one answer resemble each other, and
// answers that overlap wait for the same steps of the server: each answer is a cluster, in the order they were sent.
import { GapPool } from '../gap-pool.ts'
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'
import { NumberList } from '../number-list.ts'
import { studentReach } from './distributions.ts'
import type { KnownLatency } from './certain-figures.ts'
import { clusterRatio } from './cluster-ratio.ts'
import { usualConfidence, type Estimate } from './interval.ts'
import { fewestValuesFor, rankedInterval } from './percentile-interval.ts'

/** Of the normal distribution, that an error known exactly would have. */
const normalReach = 1.96

/** Goes through the requests twice. */
export function gapCertainty(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
): KnownLatency {
  const pool = new GapPool()
  const sizes = new NumberList()
  const totals = new NumberList()
  for (const gapsUs of answersWithGaps(requests)) {
    pool.add(gapsUs)
    sizes.add(gapsUs.length)
    totals.add(sumOf(gapsUs) / 1e6)
  }
  const gaps = pool.durations()
  const limitsS = percentiles.map((each) => gaps.at(Math.round((each / 100) * (gaps.count - 1))))
  const clusters = sizes.all
  const counts = countsWithin(requests, limitsS, clusters.length)
  return {
    mean: clusterRatio(totals.all, clusters),
    percentile: (percentile) => {
      const counted = counts[percentiles.indexOf(percentile)]
      const share = counted === undefined ? null : clusterRatio(counted, clusters)
      if (share === null || gaps.count < fewestValuesFor(percentile)) return null
      const independent = Math.min(gaps.count, effectiveCount(share, percentile / 100))
      return rankedInterval(gaps, { percentile, independent })
    },
  }
}

function* answersWithGaps(
  requests: Iterable<MeasuredRequest>,
): Iterable<Uint32Array | Float64Array> {
  for (const request of requests) {
    const { interTokenLatenciesUs: gapsUs } = request
    if (isSuccess(request) && gapsUs.length > 0) yield gapsUs
  }
}

/** By limit, how many gaps of each answer are within it. */
function countsWithin(
  requests: Iterable<MeasuredRequest>,
  limitsS: readonly number[],
  answers: number,
): readonly Float64Array[] {
  const counts = limitsS.map((limitS) => ({ limitS, within: new Float64Array(answers) }))
  let answer = 0
  for (const gapsUs of answersWithGaps(requests)) {
    for (const { limitS, within } of counts) within[answer] = countWithin(gapsUs, limitS)
    answer++
  }
  return counts.map(({ within }) => within)
}

function countWithin(gapsUs: Uint32Array | Float64Array, limitS: number): number {
  let count = 0
  for (const gapUs of gapsUs) if (gapUs / 1e6 <= limitS) count++
  return count
}

function sumOf(gapsUs: Uint32Array | Float64Array): number {
  let sum = 0
  for (const gapUs of gapsUs) sum += gapUs
  return sum
}

/** Independent values that would know a share as well; fewer where its error itself is known from few batches. */
function effectiveCount({ standardError, degrees }: Estimate, share: number): number {
  const known = (share * (1 - share)) / standardError ** 2
  const reach = normalReach / studentReach(usualConfidence, degrees)
  return Math.max(1, Math.floor(known * reach ** 2))
}
