// Whether servers that share the load of a run performed equally well, by the run's figures for each: rules and sentences.
import { sum } from '#core/base/spread.ts'
import { says } from '#core/judgement/reason-sentence.ts'
import type { Reason } from '#core/model/run/judgement.ts'
import { shareOf, targetLatencies, type TargetSummary } from './target-summary.ts'

type Evidence = Reason['evidence']
type JudgedUrls = Readonly<{
  summary: Readonly<{ targets?: readonly TargetSummary[] | null | undefined }>
}>

/** Healthy servers also fail one request in a hundred. */
const tolerableFailedShare = 0.01
/** Minimum excess of the slowest server's median over the fastest one's. */
const leastSlowdownShare = 0.1
/** A multiple, rather than a percentage, from here on. */
const leastFactor = 10
/** Minimum excess of the largest number of requests over the smallest, also in standard errors of a fair draw. */
const [leastSurplusShare, leastErrors] = [0.25, 4]

/** A server that failed while another did not; a full one did not fail. Exported for tests. */
export function failingTarget(targets: readonly TargetSummary[]): Evidence | null {
  const found = worstAlone(targets, brokenIn)
  if (found === null) return null
  const { worst, others } = found
  const { url, requests, share } = worst
  const othersFailed = sum(others.map(brokenIn))
  return { url, failed: brokenIn(worst), requests, share, othersFailed }
}

/** A server that was full while another was not. Exported for tests. */
export function fullTarget(targets: readonly TargetSummary[]): Evidence | null {
  const found = worstAlone(targets, turnedAwayBy)
  if (found === null) return null
  const { worst, others } = found
  const { url, requests, share } = worst
  return {
    ...{ url, turnedAway: turnedAwayBy(worst), requests, share },
    othersTurnedAway: sum(others.map(turnedAwayBy)),
    othersPerS: sum(others.map(({ requestThroughput }) => requestThroughput)),
  }
}

/** Server with the largest share of such requests; null if no other has a tolerable one, because none is at fault alone. */
function worstAlone(targets: readonly TargetSummary[], countOf: (target: TargetSummary) => number) {
  const placed = targets.map((target, place) => ({
    ...target,
    url: place + 1,
    share: target.requests === 0 ? 0 : countOf(target) / target.requests,
  }))
  const [worst, ...others] = placed.toSorted((one, other) => other.share - one.share)
  const isAlone = others.some(({ share }) => share <= tolerableFailedShare)
  return worst && worst.share > tolerableFailedShare && isAlone ? { worst, others } : null
}

function brokenIn({ failed, refused = 0 }: TargetSummary): number {
  return failed - refused
}

/** Requests that found it full, with or without retries. */
function turnedAwayBy({ rejected, refused = 0 }: TargetSummary): number {
  return rejected + refused
}

/** Latencies that certainly differ, else numbers of requests that do. Exported for tests. */
export function unequalTargets(targets: readonly TargetSummary[]): Evidence | null {
  return slowTarget(targets) ?? loadedTarget(targets)
}

/** Latency that differs most. Certain if the intervals of the medians do not overlap. */
function slowTarget(targets: readonly TargetSummary[]): Evidence | null {
  const found = targetLatencies.flatMap((metric) => {
    const measured = targets.flatMap((target, place) => {
      const { median, medianInterval } = target[metric]
      return medianInterval === null ? [] : [{ url: place + 1, median, ...medianInterval }]
    })
    const sorted = measured.toSorted((one, other) => one.median - other.median)
    const [fast, slow] = [sorted[0], sorted.at(-1)]
    if (fast === undefined || slow === undefined || slow.low <= fast.high) return []
    const slowdownShare = slow.median / fast.median - 1
    if (!(slowdownShare >= leastSlowdownShare) || !Number.isFinite(slowdownShare)) return []
    return [{ metric, slowdownShare, slow: slow.url, fast: fast.url }]
  })
  const [most] = found.toSorted((one, other) => other.slowdownShare - one.slowdownShare)
  if (most === undefined) return null
  const { metric, slowdownShare, slow, fast } = most
  const urls = { slowUrl: slow, fastUrl: fast, [`${metric}SlowdownShare`]: slowdownShare }
  return slowdownShare < leastFactor - 1 ? urls : { ...urls, slowdownFactor: slowdownShare + 1 }
}

function loadedTarget(targets: readonly TargetSummary[]): Evidence | null {
  const sorted = targets
    .map((target, place) => ({ ...target, url: place + 1, share: shareOf(target, targets) }))
    .toSorted((one, other) => one.requests - other.requests)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (least === undefined || most === undefined) return null
  const surplus = most.requests - least.requests
  const error = Math.sqrt(most.requests + least.requests)
  const isUneven = surplus > leastSurplusShare * least.requests && surplus > leastErrors * error
  if (!isUneven) return null
  return {
    ...{ mostUrl: most.url, leastUrl: least.url },
    mostShare: most.share,
    leastShare: least.share,
  }
}

export const urlJudgement = {
  rules: {
    'url-failed': ({ summary: { targets } }: JudgedUrls) => failingTarget(targets ?? []),
    'url-full': ({ summary: { targets } }: JudgedUrls) => fullTarget(targets ?? []),
    'urls-unequal': ({ summary: { targets } }: JudgedUrls) => unequalTargets(targets ?? []),
    censored: censoredEvidence,
  },
  sentences: {
    'url-failed': [
      says('judgement.urlFailed', {
        ...{ url: 'url', failed: 'failed', requests: 'requests', share: 'share' },
        others: 'othersFailed',
      }),
    ],
    'url-full': [
      says('judgement.urlFull', {
        ...{ url: 'url', refused: 'turnedAway', requests: 'requests', share: 'share' },
        ...{ others: 'othersTurnedAway', rate: 'othersPerS' },
      }),
    ],
    'urls-unequal': [
      says(
        'judgement.slowUrl',
        { metric: 'metric', slow: 'slowUrl', fast: 'fastUrl', slowdown: 'slowdown' },
        { lacks: 'slowdownFactor' },
      ),
      says('judgement.muchSlowerUrl', {
        ...{ metric: 'metric', slow: 'slowUrl', fast: 'fastUrl', factor: 'slowdownFactor' },
      }),
      says('judgement.loadedUrl', ['mostUrl', 'leastUrl', 'mostShare', 'leastShare']),
    ],
    censored: [
      says('judgement.censored', {
        ...{ cancelled: 'clientCancelled', requests: 'requests', share: 'share' },
      }),
    ],
  },
}

type JudgedRequests = Readonly<{
  config: Readonly<{ cancelAfter: string | null; cancelShare: number }>
  summary: Readonly<{ completed: number; clientCancelled: number | null }>
}>

/** Maximum shares of cancelled requests, and of completed requests due for cancellation, that leave latencies unaffected. */
const tolerableCensoredShare = 0.01
const tolerableEarlierShare = 0.05

/**
 * Cancellation spares requests that completed first, the fast and short ones, so latencies of completed requests are biased low.
 * The expected number is subject to chance, hence the two standard errors.
 */
function censoredEvidence({ config, summary }: JudgedRequests): Reason['evidence'] | null {
  const { cancelAfter, cancelShare: share } = config
  const { completed, clientCancelled } = summary
  const cancelled = clientCancelled ?? 0
  if (cancelAfter === null || cancelled === 0 || completed === 0) return null
  const requests = completed + cancelled
  const errorOfTwo = 2 * Math.sqrt(requests * share * (1 - share))
  const earlier = Math.min(completed, requests * share - cancelled) - errorOfTwo
  const missingShare = cancelled / requests
  const isBiased =
    earlier / completed > tolerableEarlierShare && missingShare > tolerableCensoredShare
  return isBiased ? { clientCancelled: cancelled, requests, share: missingShare } : null
}
