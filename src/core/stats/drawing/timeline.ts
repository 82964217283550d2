// A run over time: throughput, concurrency, latency and failures in equal buckets.
import { isFailure } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { listedDurations } from '../durations/durations.ts'
import { quantileS } from '../durations/quantile.ts'

export type RunTimeline = {
  bucketS: number
  atS: number[]
  outputTokensPerSecond: number[]
  inputsPerSecond: number[]
  requestsPerSecondAsked: number[]
  requestsPerSecondCompleted: number[]
  concurrency: number[]
  failures: number[]
  /** Requests whose first token arrived in the bucket; null if there were none. */
  ttftMedianMs: (number | null)[]
  ttftMaxMs: (number | null)[]
}

const bucketSizesS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600]
const maxBuckets = 200
const usPerS = 1e6

/** Amounts per bucket; later times count in the last bucket. */
class Buckets {
  readonly amounts: Float64Array
  readonly #bucketUs: number

  constructor(count: number, bucketUs: number) {
    this.amounts = new Float64Array(count)
    this.#bucketUs = bucketUs
  }

  add(atUs: number, amount: number): void {
    const bucket = Math.min(Math.floor(atUs / this.#bucketUs), this.amounts.length - 1)
    this.amounts[bucket] = (this.amounts[bucket] ?? 0) + amount
  }

  /** Adds the overlap of a span with each bucket in microseconds, in at most one step per bucket. */
  addSpan(fromUs: number, toUs: number): void {
    const last = this.amounts.length - 1
    const from = Math.max(fromUs, 0)
    for (let bucket = Math.min(Math.floor(from / this.#bucketUs), last); bucket <= last; bucket++) {
      const startUs = Math.max(from, bucket * this.#bucketUs)
      const endUs = bucket === last ? toUs : Math.min(toUs, (bucket + 1) * this.#bucketUs)
      if (endUs <= startUs) return
      this.amounts[bucket] = (this.amounts[bucket] ?? 0) + endUs - startUs
    }
  }

  dividedBy(divisor: number): number[] {
    return Array.from(this.amounts, (amount) => amount / divisor)
  }
}

export function buildTimeline(records: Iterable<RequestRecord>, durationS: number): RunTimeline {
  const bucketS = bucketSizeFor(durationS)
  const count = Math.max(1, Math.ceil(durationS / bucketS))
  const bucketUs = bucketS * usPerS
  const emptySeries = (): Buckets => new Buckets(count, bucketUs)
  const tokens = emptySeries()
  const inputs = emptySeries()
  const asked = emptySeries()
  const completed = emptySeries()
  const failures = emptySeries()
  const inFlight = emptySeries()
  const ttftsMs = Array.from({ length: count }, (): number[] => [])
  for (const record of records) {
    asked.add(record.scheduledAtUs, 1)
    inFlight.addSpan(record.sentAtUs, record.endedAtUs)
    if (record.error === null) {
      completed.add(record.endedAtUs, 1)
      inputs.add(record.endedAtUs, record.inputs)
      addTokens(tokens, record)
      const { firstTokenAtUs, sentAtUs } = record
      if (firstTokenAtUs === null) continue
      const bucket = Math.min(Math.floor(firstTokenAtUs / bucketUs), count - 1)
      ttftsMs[bucket]?.push((firstTokenAtUs - sentAtUs) / 1000)
    } else if (isFailure(record.error)) {
      failures.add(record.endedAtUs, 1)
    }
  }
  return {
    bucketS,
    atS: Array.from({ length: count }, (_, index) => index * bucketS),
    outputTokensPerSecond: tokens.dividedBy(bucketS),
    inputsPerSecond: inputs.dividedBy(bucketS),
    requestsPerSecondAsked: asked.dividedBy(bucketS),
    requestsPerSecondCompleted: completed.dividedBy(bucketS),
    concurrency: inFlight.dividedBy(bucketUs),
    failures: Array.from(failures.amounts),
    ttftMedianMs: ttftsMs.map((all) => quantileMs(all, 0.5)),
    ttftMaxMs: ttftsMs.map((all) => quantileMs(all, 1)),
  }
}

function quantileMs(values: readonly number[], probability: number): number | null {
  if (values.length === 0) return null
  return quantileS(listedDurations(Float64Array.from(values)), probability)
}

/** Size at which at most two hundred buckets cover the run. */
export function bucketSizeFor(durationS: number): number {
  const fitting = bucketSizesS.find((sizeS) => durationS / sizeS <= maxBuckets)
  return fitting ?? Math.ceil(durationS / maxBuckets)
}

/** Distributes a request's tokens equally over its events, so that the series adds up to the total. */
function addTokens(tokens: Buckets, record: RequestRecord): void {
  if (record.firstTokenAtUs === null) return
  const events = record.interTokenLatenciesUs.length + 1
  const tokensPerEvent = (record.outputTokens ?? events) / events
  let atUs = record.firstTokenAtUs
  tokens.add(atUs, tokensPerEvent)
  for (const gapUs of record.interTokenLatenciesUs) {
    atUs += gapUs
    tokens.add(atUs, tokensPerEvent)
  }
}
