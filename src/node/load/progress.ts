// Progress of a run, merged from its threads or workers.
import type { LoadPlan, LoadProgress } from '#contract/load-protocol.ts'
import { endedRequests, type LiveClient, type OpenRequest } from '#core/model/run/run.ts'
import type { RecentLatencies } from './live-figures.ts'
import { countUpTo } from '#core/stats/durations/durations.ts'

/** Progress of one thread. */
export type PartProgress = RecentLatencies &
  Readonly<{
    sent: number
    /** Requests sent, or conversations begun. */
    begun: number
    completed: number
    failed: number
    /** Rejected on every attempt: neither completed nor failed. */
    rejected: number
    /** Cancelled on purpose: neither completed nor failed. */
    clientCancelled: number
    inFlight: number
    tokenEvents: number
    /** The oldest requests in flight, up to a limit. */
    openRequests: readonly OpenRequest[]
    client: LiveClient
  }>

type Schedule = Pick<LoadPlan, 'offsetsS' | 'sendUntilS' | 'conversations'>

export function progressOf(
  plan: Schedule,
  parts: readonly PartProgress[],
  elapsedS: number,
): LoadProgress {
  const total = (of: (part: PartProgress) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0)
  const sent = total((part) => part.sent)
  const completed = total((part) => part.completed)
  const failed = total((part) => part.failed)
  const rejected = total((part) => part.rejected)
  const clientCancelled = total((part) => part.clientCancelled)
  const begun = total((part) => part.begun)
  const asked = sent + Math.max(0, countUpTo(plan.offsetsS, elapsedS) - begun)
  const ended = endedRequests({ completed, failed, rejected, clientCancelled })
  const planned = Math.max(sent, plannedRequests(plan, { begun, elapsedS }))
  const atThisPaceS = (elapsedS * (planned - ended)) / ended
  return {
    elapsedS,
    planned,
    sent,
    completed,
    failed,
    rejected,
    clientCancelled,
    asked,
    inFlight: total((part) => part.inFlight),
    queued: asked - sent,
    tokenEvents: total((part) => part.tokenEvents),
    recentTtftMs: typical(parts.map(({ recentTtftMs }) => recentTtftMs)),
    recentItlMs: typical(parts.map(({ recentItlMs }) => recentItlMs)),
    recentE2elMs: typical(parts.map(({ recentE2elMs }) => recentE2elMs)),
    etaS: ended === 0 ? null : Math.max(atThisPaceS, (plan.offsetsS.at(-1) ?? 0) - elapsedS),
    client: worstLive(parts.map(({ client }) => client)),
    openRequests: oldest(parts.flatMap(({ openRequests }) => openRequests)),
  }
}

/** Progress of several workers, each of which sends its own part of the schedule. */
export function mergedProgress(parts: readonly LoadProgress[]): LoadProgress {
  const total = (of: (part: LoadProgress) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0)
  const etas = parts.flatMap(({ etaS }) => etaS ?? [])
  return {
    elapsedS: Math.max(0, ...parts.map(({ elapsedS }) => elapsedS)),
    planned: total(({ planned }) => planned),
    sent: total(({ sent }) => sent),
    completed: total(({ completed }) => completed),
    failed: total(({ failed }) => failed),
    rejected: total(({ rejected }) => rejected),
    clientCancelled: total(({ clientCancelled }) => clientCancelled),
    asked: total(({ asked }) => asked),
    inFlight: total(({ inFlight }) => inFlight),
    queued: total(({ queued }) => queued),
    tokenEvents: total(({ tokenEvents }) => tokenEvents),
    recentTtftMs: typical(parts.map(({ recentTtftMs }) => recentTtftMs)),
    recentItlMs: typical(parts.map(({ recentItlMs }) => recentItlMs)),
    recentE2elMs: typical(parts.map(({ recentE2elMs }) => recentE2elMs)),
    etaS: etas.length === 0 ? null : Math.max(...etas),
    client: worstLive(parts.map(({ client }) => client)),
    openRequests: oldest(parts.flatMap(({ openRequests = [] }) => openRequests)),
  }
}

/** An estimate if requests are sent whenever a slot is free, or conversations are repeated. */
function plannedRequests(
  plan: Schedule,
  { begun, elapsedS }: Readonly<{ begun: number; elapsedS: number }>,
): number {
  const { offsetsS, sendUntilS } = plan
  const isEndless = sendUntilS !== undefined && offsetsS.length === 0
  const beginnings = isEndless ? (begun * sendUntilS) / Math.max(elapsedS, 1e-3) : offsetsS.length
  return Math.round(beginnings * requestsPerBeginning(plan))
}

/** Mean number of turns of a conversation; 1 if there are no conversations. */
export function requestsPerBeginning({ conversations }: Pick<LoadPlan, 'conversations'>): number {
  if (conversations === undefined) return 1
  const { ids, thinkS } = conversations
  return thinkS.length / ids.length
}

/** Enough for a table that a user reads. */
const mostOpenRequests = 30

/** `inFlight` in the order of dispatch. Creates no more objects than a table shows. */
export function firstOpen(inFlight: Iterable<Readonly<{ soFar: OpenRequest }>>): OpenRequest[] {
  const found: OpenRequest[] = []
  for (const { soFar } of inFlight) {
    if (found.push(soFar) === mostOpenRequests) break
  }
  return found
}

function oldest(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.toSorted((a, b) => a.sentAtS - b.sentAtS).slice(0, mostOpenRequests)
}

/** Mean of the non-null values, each of which is a median or mean itself. */
function typical(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

function worstLive(clients: readonly LiveClient[]): LiveClient {
  return {
    sendLagP99Us: worst(clients.map(({ sendLagP99Us }) => sendLagP99Us)),
    readLagP99Us: worst(clients.map(({ readLagP99Us }) => readLagP99Us)),
    cpuShare: worst(clients.map(({ cpuShare }) => cpuShare)),
  }
}

function worst(values: readonly number[]): number {
  return Math.max(0, ...values)
}
