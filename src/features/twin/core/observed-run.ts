// Input of a fit: the requests of a stored run with the time of every token.
import { dueS, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { RequestLengths } from './engine-model.ts'

export type ObservedRequest = RequestLengths &
  Readonly<{
    /** Due time and send time in seconds. */
    dueS: number
    sentS: number
    /** Time of every token, in seconds. */
    tokensAtS: Float64Array
  }>

export type ObservedRun = Readonly<{
  name: string
  /** Maximum requests in flight; Infinity for no limit. */
  limit: number
  /** Successful requests in send order. */
  requests: readonly ObservedRequest[]
  /** Shares of failed requests, and of requests with more or fewer events than tokens. */
  failedShare: number
  irregularShare: number
}>

export function observedRun(
  name: string,
  limit: number,
  measured: Iterable<MeasuredRequest>,
): ObservedRun {
  const requests: ObservedRequest[] = []
  let [all, failed, irregular] = [0, 0, 0]
  for (const request of measured) {
    all++
    if (request.error !== null) failed++
    else {
      if (isIrregular(request)) irregular++
      requests.push(observedRequest(request))
    }
  }
  // Requests sent in the same microsecond keep the order in which they were served.
  requests.sort((one, other) => one.sentS - other.sentS || firstAtS(one) - firstAtS(other))
  const shareOf = (count: number) => (all === 0 ? 0 : count / all)
  return {
    name,
    limit,
    requests,
    failedShare: shareOf(failed),
    irregularShare: shareOf(irregular),
  }
}

/** A response in one document, or in a stream whose numbers of events and tokens differ; its end may add two. */
function isIrregular({ ttftS, outputTokens, interTokenLatenciesUs, isUncounted }: MeasuredRequest) {
  const events = interTokenLatenciesUs.length + 1
  return ttftS === 0 || isUncounted === true || Math.abs(events - outputTokens) > 2
}

function observedRequest(request: MeasuredRequest): ObservedRequest {
  const { startS, ttftS, interTokenLatenciesUs, promptTokens, cachedTokens = 0 } = request
  const tokensAtS = new Float64Array(interTokenLatenciesUs.length + 1)
  let atS = startS + ttftS
  tokensAtS[0] = atS
  for (const [index, gapUs] of interTokenLatenciesUs.entries()) {
    atS += gapUs / 1e6
    tokensAtS[index + 1] = atS
  }
  return {
    dueS: dueS(request),
    sentS: startS,
    tokensAtS,
    promptTokens,
    computedTokens: Math.max(1, promptTokens - cachedTokens),
    outputTokens: tokensAtS.length,
  }
}

export function firstAtS({ tokensAtS }: ObservedRequest): number {
  return tokensAtS[0] ?? NaN
}

export function lastAtS({ tokensAtS }: ObservedRequest): number {
  return tokensAtS.at(-1) ?? NaN
}
