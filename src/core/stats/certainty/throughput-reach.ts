// How well the throughput of a run is known: what came in each of many slices of it varies, and so would another run.
import type { ThroughputReach } from '#core/model/certainty.ts'
import { endS, successesIn, type MeasuredRequest } from '../measured-request.ts'
import { batchMeans, intervalOf } from './batch-means.ts'

type Window = Readonly<{ startS: number; endS: number }>

/** Batches are made of them, and grow while neighbours resemble each other. */
const slices = 64
/** With fewer answers the slices are mostly empty. */
const fewestAnswers = slices

/** Goes through them twice. `window` is the steady state; without one, from the first start to the last end. */
export function throughputReach(
  requests: Iterable<MeasuredRequest>,
  window: Window | null,
): ThroughputReach {
  const { startS, endS: untilS } = window ?? spanOf(requests)
  const lengthS = (untilS - startS) / slices
  const answers = new Float64Array(slices)
  const tokens = new Float64Array(slices)
  let answered = 0
  for (const request of successesIn(requests)) {
    const slice = Math.floor((endS(request) - startS) / lengthS)
    if (slice >= 0 && slice < slices) {
      answers[slice] = (answers[slice] ?? 0) + 1
      answered++
    }
    shareOut(tokens, request, { startS, lengthS })
  }
  if (!(lengthS > 0) || answered < fewestAnswers) return { requests: null, outputTokens: null }
  return { requests: reachOf(answers), outputTokens: reachOf(tokens) }
}

function spanOf(requests: Iterable<MeasuredRequest>): Window {
  const span = { startS: Infinity, endS: -Infinity }
  for (const request of successesIn(requests)) {
    span.startS = Math.min(span.startS, request.startS)
    span.endS = Math.max(span.endS, endS(request))
  }
  return span
}

/** Tokens come evenly from the first to the last. */
function shareOut(
  tokens: Float64Array,
  request: MeasuredRequest,
  { startS, lengthS }: Readonly<{ startS: number; lengthS: number }>,
): void {
  const from = (request.startS + request.ttftS - startS) / lengthS
  const until = (endS(request) - startS) / lengthS
  const first = Math.max(0, Math.floor(from))
  const last = Math.min(tokens.length - 1, Math.floor(until))
  for (let slice = first; slice <= last; slice++) {
    const within = Math.min(until, slice + 1) - Math.max(from, slice)
    const share = until > from ? within / (until - from) : 1
    tokens[slice] = (tokens[slice] ?? 0) + share * request.outputTokens
  }
}

function reachOf(amounts: Float64Array): number | null {
  const estimate = batchMeans(amounts)
  if (estimate === null || estimate.value === 0) return null
  const { low, high } = intervalOf(estimate)
  return (high - low) / 2 / estimate.value
}
