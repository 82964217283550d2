// Timeline of a run in progress from its snapshots, in the form that `timeline.ts` derives from the records of a finished run.
import type { LiveSnapshot } from '#core/model/run/run.ts'
import { bucketSizeFor, type RunTimeline } from './timeline.ts'

/** Snapshots arrive a few times per second. */
const leastBucketS = 0.5

type Counter = 'asked' | 'completed' | 'failed' | 'tokenEvents'

/**
 * Whole buckets only. Throughput is counted in stream events; the largest TTFT of a bucket and the inputs of a request are
 * not known yet.
 */
export function liveTimeline(course: readonly LiveSnapshot[]): RunTimeline {
  const endS = course.at(-1)?.elapsedS ?? 0
  const bucketS = Math.max(leastBucketS, bucketSizeFor(endS))
  const atS = Array.from({ length: Math.floor(endS / bucketS) }, (_, index) => index * bucketS)
  const buckets = snapshotsByBucket(course, atS, bucketS)
  const grown = (counter: Counter) =>
    atS.map((_, at) => countAfter(buckets, at, counter) - countAfter(buckets, at - 1, counter))
  const perSecond = (counter: Counter) => grown(counter).map((count) => count / bucketS)
  return {
    bucketS,
    atS,
    outputTokensPerSecond: perSecond('tokenEvents'),
    inputsPerSecond: [],
    requestsPerSecondAsked: perSecond('asked'),
    requestsPerSecondCompleted: perSecond('completed'),
    concurrency: buckets.map((snapshots) => meanOf(snapshots.map(({ inFlight }) => inFlight)) ?? 0),
    failures: grown('failed'),
    ttftMedianMs: buckets.map((snapshots) =>
      meanOf(snapshots.flatMap(({ recentTtftMs: ms }) => (ms === null ? [] : [ms]))),
    ),
    ttftMaxMs: atS.map(() => null),
  }
}

type Buckets = readonly (readonly LiveSnapshot[])[]

/** A bucket without a snapshot uses the last one before it. */
function snapshotsByBucket(
  course: readonly LiveSnapshot[],
  atS: readonly number[],
  bucketS: number,
): Buckets {
  let from = 0
  return atS.map((startS) => {
    const first = from
    while ((course[from]?.elapsedS ?? Infinity) < startS + bucketS) from++
    return from > first ? course.slice(first, from) : course.slice(Math.max(0, first - 1), first)
  })
}

function countAfter(buckets: Buckets, bucket: number, counter: Counter): number {
  return buckets[bucket]?.at(-1)?.[counter] ?? 0
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
