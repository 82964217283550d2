// Delay that a client adds: its record of each request compared with the server's. Formulas: docs/measuring/client.md.
import type { AddedDelay, AddedMetric, Truth } from '#core/model/run/calibration.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

/** Omits failed requests, and requests unknown to the server. */
export function addedDelays(
  records: readonly RequestRecord[],
  truths: readonly Truth[],
): Record<AddedMetric, AddedDelay> {
  const accounts = pairUp(records, truths)
  return {
    ttft: spread(accounts.map(({ reported, truth }) => ttftUs(reported) - trueTtftUs(truth))),
    itl: spread(accounts.flatMap(gapErrors)),
    e2el: spread(accounts.map(({ reported, truth }) => e2elUs(reported) - trueE2elUs(truth))),
    sendLag: spread(accounts.map(({ reported }) => reported.sentAtUs - reported.scheduledAtUs)),
  }
}

/** A client's report on a request, and the server's record of it. */
type Account = Readonly<{ reported: RequestRecord; truth: Truth }>

/** Omits failed requests, and requests unknown to the server. */
export function pairUp(records: readonly RequestRecord[], truths: readonly Truth[]): Account[] {
  const byId = new Map(truths.map((truth) => [truth.id, truth]))
  return records.flatMap((reported) => {
    const truth = byId.get(reported.requestId ?? '')
    return reported.error !== null || truth === undefined ? [] : [{ reported, truth }]
  })
}

export function ttftUs({ firstTokenAtUs, sentAtUs }: RequestRecord): number {
  return (firstTokenAtUs ?? sentAtUs) - sentAtUs
}

export function trueTtftUs({ first, received }: Truth): number {
  return (first - received) / 1000
}

export function e2elUs({ endedAtUs, sentAtUs }: RequestRecord): number {
  return endedAtUs - sentAtUs
}

export function trueE2elUs({ first, received, gaps }: Truth): number {
  return gaps.reduce((sum, gap) => sum + gap, first - received) / 1000
}

/** Absolute difference, because a gap reported too short is as wrong as one reported too long. */
function gapErrors({ reported: { interTokenLatenciesUs }, truth: { gaps } }: Account): number[] {
  return gaps.map((gapNs, i) => Math.abs((interTokenLatenciesUs[i] ?? 0) - gapNs / 1000))
}

function spread(values: readonly number[]): AddedDelay {
  const ascending = Float64Array.from(values).sort()
  const at = (share: number) =>
    ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
