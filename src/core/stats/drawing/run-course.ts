// A run's timeline in a few numbers, for a small plot: output tokens per second, or requests if none has tokens.
import type { RequestRecord } from '#core/records/request-record.ts'

export type CourseRequest = Pick<
  RequestRecord,
  'sentAtUs' | 'firstTokenAtUs' | 'endedAtUs' | 'outputTokens'
>

const courseBuckets = 24

/**
 * Rates per second in equal buckets from 0 to the last end. A request's tokens are distributed evenly between its first token and
 * its end; a request without tokens counts when it ends. Empty without requests.
 */
export function runCourse(requests: readonly CourseRequest[]): number[] {
  const endUs = requests.reduce((latest, { endedAtUs }) => Math.max(latest, endedAtUs), 0)
  if (endUs === 0) return []
  const widthUs = endUs / courseBuckets
  const amounts = new Array<number>(courseBuckets).fill(0)
  const add = (bucket: number, amount: number) => {
    const at = Math.min(bucket, courseBuckets - 1)
    amounts[at] = (amounts[at] ?? 0) + amount
  }
  const hasTokens = requests.some(({ outputTokens }) => (outputTokens ?? 0) > 0)
  for (const { sentAtUs, firstTokenAtUs, endedAtUs, outputTokens } of requests) {
    if (!hasTokens) add(Math.floor(endedAtUs / widthUs), 1)
    else spread({ fromUs: firstTokenAtUs ?? sentAtUs, toUs: endedAtUs }, outputTokens ?? 0)
  }
  return amounts.map((amount) => amount / (widthUs / 1e6))

  function spread({ fromUs, toUs }: Readonly<{ fromUs: number; toUs: number }>, amount: number) {
    const first = Math.max(0, Math.floor(fromUs / widthUs))
    const last = Math.min(courseBuckets, Math.floor(toUs / widthUs))
    if (first === last) return add(first, amount)
    for (let bucket = first; bucket <= last; bucket++) {
      const startUs = Math.max(fromUs, bucket * widthUs)
      const stopUs = Math.min(toUs, (bucket + 1) * widthUs)
      add(bucket, (amount * (stopUs - startUs)) / (toUs - fromUs))
    }
  }
}
