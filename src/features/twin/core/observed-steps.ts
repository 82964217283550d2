// Steps of an engine, read from the times of tokens: the gap between two tokens of one request is a step of the whole engine. A
// chain of gaps, each from a request that decodes at that time, covers all decoding of a run.
import { countBelow } from '#core/stats/durations/durations.ts'
import { median } from '#core/base/spread.ts'
import { thousandPairs } from './engine-model.ts'
import { firstAtS, lastAtS, type ObservedRequest, type ObservedRun } from './observed-run.ts'

export type ObservedStep = Readonly<{
  /** End of the step, and its duration, in seconds. */
  atS: number
  durationS: number
  /** Sequences that got a token, including those that got their first one. */
  sequences: number
  /** Tokens of context of sequences that already had a token. */
  contextTokens: number
  /** Tokens of prompts whose first token arrived at its end. */
  promptTokens: number
  /** Thousands of pairs that attention compares in these prompts. */
  pairs: number
  /** Distinct times of first tokens inside the step: steps with prompts only, if the engine has any. */
  promptSteps: number
  /** Requests in flight without a token so far. */
  waiting: number
}>

export type ObservedSteps = Readonly<{
  steps: readonly ObservedStep[]
  /** Share of other requests' tokens that arrived together with a token of the chain; null if there are too few. */
  lockstepShare: number | null
  /** Same for first tokens, while the chain decodes. */
  firstTogetherShare: number | null
}>

/** Maximum distance of a token from the end of its step, as a share of the step or of the median step. */
const togetherShare = 0.12
const fewestTokens = 200
const fewestFirsts = 20

type Link = Readonly<{ fromS: number; toS: number; request: ObservedRequest }>

export function observedSteps({ requests }: ObservedRun): ObservedSteps {
  const byFirst = requests.toSorted((one, other) => firstAtS(one) - firstAtS(other))
  const chain = chainOf(byFirst)
  const medianS = median(chain.map(({ fromS, toS }) => toS - fromS))
  const firsts = Float64Array.from(byFirst, firstAtS)
  const lasts = Float64Array.from(requests, lastAtS).sort()
  const sent = Float64Array.from(requests, ({ sentS }) => sentS).sort()
  const context = contextAt(requests, chain)
  const steps: ObservedStep[] = []
  let [first, ended, arrived] = [0, 0, 0]
  let [firstsTogether, firstsInside] = [0, 0]
  for (const [index, { fromS, toS }] of chain.entries()) {
    const slackS = togetherShare * Math.min(toS - fromS, medianS)
    // Skips first tokens before the chain, or during a gap in it.
    while ((firsts[first] ?? Infinity) <= fromS + slackS) first++
    const begun = first
    let [prompts, pairs, promptSteps, latestS] = [0, 0, 0, -Infinity]
    while ((firsts[first] ?? Infinity) <= toS + slackS) {
      const atS = firsts[first] ?? NaN
      if (atS > latestS + slackS) promptSteps++
      latestS = atS
      const { promptTokens = 0, computedTokens = 0 } = byFirst[first] ?? {}
      prompts += computedTokens
      pairs += thousandPairs(promptTokens - computedTokens, promptTokens)
      firstsInside++
      if (atS >= toS - slackS) firstsTogether++
      first++
    }
    while ((lasts[ended] ?? Infinity) < toS - slackS) ended++
    while ((sent[arrived] ?? Infinity) < toS) arrived++
    steps.push({
      atS: toS,
      durationS: toS - fromS,
      sequences: first - ended,
      contextTokens: context[index] ?? 0,
      promptTokens: prompts,
      pairs,
      promptSteps,
      waiting: Math.max(0, arrived - begun),
    })
  }
  return {
    steps,
    lockstepShare: lockstepShare(requests, chain),
    firstTogetherShare: firstsInside < fewestFirsts ? null : firstsTogether / firstsInside,
  }
}

/** Stays with a request to its end, then continues with the one that decodes longest. */
function chainOf(byFirst: readonly ObservedRequest[]): Link[] {
  const chain: Link[] = []
  const candidates: ObservedRequest[] = []
  let [next, reachedS] = [0, -Infinity]
  for (;;) {
    while (next < byFirst.length) {
      const request = byFirst[next]
      if (request === undefined || firstAtS(request) > reachedS) break
      candidates.push(request)
      next++
    }
    let best: ObservedRequest | undefined
    for (const each of candidates)
      if (best === undefined || lastAtS(each) > lastAtS(best)) best = each
    if (best === undefined || lastAtS(best) <= reachedS) {
      candidates.length = 0
      best = byFirst[next++]
      if (best === undefined) return chain
    }
    const { tokensAtS } = best
    let at = countBelow(tokensAtS, reachedS - 1e-4)
    // Tokens of one step arrive at slightly different times, so this starts at the nearest one.
    if (at > 0 && reachedS - (tokensAtS[at - 1] ?? 0) < (tokensAtS[at] ?? Infinity) - reachedS) at--
    for (; at + 1 < tokensAtS.length; at++) {
      chain.push({ fromS: tokensAtS[at] ?? NaN, toS: tokensAtS[at + 1] ?? NaN, request: best })
    }
    reachedS = Math.max(reachedS, lastAtS(best))
  }
}

/** Tokens of context read by the sequences of each link of the chain. */
function contextAt(requests: readonly ObservedRequest[], chain: readonly Link[]): Float64Array {
  const starts = Float64Array.from(chain, ({ fromS }) => fromS)
  // Prompts enter and leave as jumps, generated tokens as a slope, both stored as differences between links.
  const jumps = new Float64Array(chain.length + 1)
  const slopes = new Float64Array(chain.length + 1)
  for (const request of requests) {
    const { tokensAtS, promptTokens } = request
    const slackS = 0.25 * ((tokensAtS[1] ?? NaN) - (tokensAtS[0] ?? NaN)) || 0
    const from = countBelow(starts, firstAtS(request) - slackS)
    const to = countBelow(starts, lastAtS(request) - slackS)
    if (to <= from) continue
    jumps[from] = (jumps[from] ?? 0) + promptTokens + 1
    jumps[to] = (jumps[to] ?? 0) - (promptTokens + 1 + (to - from))
    slopes[from] = (slopes[from] ?? 0) + 1
    slopes[to] = (slopes[to] ?? 0) - 1
  }
  let [context, slope] = [0, 0]
  return Float64Array.from(chain, (_, index) => {
    context += jumps[index] ?? 0
    const now = context
    slope += slopes[index] ?? 0
    context += slope
    return now
  })
}

/** From the tokens of every request after its first, in the links of the chain. */
function lockstepShare(
  requests: readonly ObservedRequest[],
  chain: readonly Link[],
): number | null {
  const ends = Float64Array.from(chain, ({ toS }) => toS)
  const own = new Set(chain.map(({ request }) => request))
  let [together, all] = [0, 0]
  const every = Math.max(1, Math.floor(requests.length / 400))
  for (let index = 0; index < requests.length; index += every) {
    const request = requests[index]
    // The chain itself shows nothing about the others.
    if (request === undefined || own.has(request)) continue
    const { tokensAtS } = request
    for (let at = 1; at < tokensAtS.length; at++) {
      const atS = tokensAtS[at] ?? NaN
      const gapS = atS - (tokensAtS[at - 1] ?? NaN)
      const right = countBelow(ends, atS)
      const offS = Math.min(
        Math.abs((ends[right] ?? Infinity) - atS),
        Math.abs((ends[right - 1] ?? Infinity) - atS),
      )
      all++
      if (offS <= togetherShare * gapS) together++
    }
  }
  return all < fewestTokens ? null : together / all
}
