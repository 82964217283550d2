// Self-measurements of each client thread during a run, and the resulting health of the client.
import type { ClientHealth } from '#core/model/run/client-health.ts'
import { type LagCounts, LagTally } from './durations/lag-tally.ts'

/** Plain data of one thread; times in µs. */
export type ClientSamples = Readonly<{
  elapsedUs: number
  sendLag: LagCounts
  /** Send delay of request parts with their own pace. */
  paceLag: LagCounts
  readLag: LagCounts
  /** Read delay of first events. */
  firstTokenLag: LagCounts
  loopDelayP99Us: number
  loopDelayMaxUs: number
  loopLagMeanUs?: number
  gcPauseTotalUs: number
  gcPauseMaxUs: number
  /** CPU time of the whole process, so equal in every thread. */
  processCpuUs: number
  /** Null if the system does not report threads separately. */
  threadCpuUs: number | null
  /** Due time and send time of the last request. */
  lastDueUs: number
  lastSentUs: number
}>

/** Delay above which a read counts as late. */
const lateReadUs = 1000
/** Minimum duration of a schedule with a rate, 1 s. */
const shortestScheduleUs = 1e6

export function clientHealth(threads: readonly ClientSamples[]): ClientHealth {
  const sendLag = merged(threads.map((thread) => thread.sendLag))
  const paceLag = merged(threads.map((thread) => thread.paceLag))
  const readLag = merged(threads.map((thread) => thread.readLag))
  const firstTokenLag = merged(threads.map((thread) => thread.firstTokenLag))
  const most = (of: (thread: ClientSamples) => number) => Math.max(0, ...threads.map(of))
  return {
    sendLagP50Us: Math.round(sendLag.at(0.5)),
    sendLagP99Us: Math.round(sendLag.at(0.99)),
    sendLagMaxUs: Math.round(sendLag.maxUs),
    ...(paceLag.count > 0 && paceFigures(paceLag)),
    loopDelayP99Us: most(({ loopDelayP99Us }) => loopDelayP99Us),
    loopDelayMaxUs: most(({ loopDelayMaxUs }) => loopDelayMaxUs),
    ...loopLagOf(threads),
    cpuShare: most(({ processCpuUs, elapsedUs }) => shareOf(processCpuUs, elapsedUs)),
    ...(readLag.count === 0 ? nothingRead : readFigures(readLag)),
    firstTokenLagMeanUs: firstTokenLag.count === 0 ? null : Math.round(firstTokenLag.meanUs),
    firstTokenLagP99Us: firstTokenLag.count === 0 ? null : Math.round(firstTokenLag.at(0.99)),
    gcPauseTotalUs: Math.round(
      threads.reduce((sum, { gcPauseTotalUs }) => sum + gcPauseTotalUs, 0),
    ),
    gcPauseMaxUs: Math.round(most(({ gcPauseMaxUs }) => gcPauseMaxUs)),
    keptRateShare: keptRateShare(
      most(({ lastDueUs }) => lastDueUs),
      most(({ lastSentUs }) => lastSentUs),
    ),
    threadCpuShares: threads.flatMap(({ threadCpuUs, elapsedUs }) =>
      threadCpuUs === null ? [] : [shareOf(threadCpuUs, elapsedUs)],
    ),
  }
}

/** Longest mean delay among the threads or clients; no member if none recorded it. */
function loopLagOf(parts: readonly Readonly<{ loopLagMeanUs?: number | undefined }>[]) {
  const known = parts.flatMap(({ loopLagMeanUs }) => loopLagMeanUs ?? [])
  return known.length === 0 ? {} : { loopLagMeanUs: Math.round(Math.max(...known)) }
}

const nothingRead = {
  readLagMeanUs: null,
  readLagP99Us: null,
  readLagMaxUs: null,
  lateReadShare: null,
} as const

function paceFigures(paceLag: LagTally) {
  return {
    paceErrorP50Us: Math.round(paceLag.at(0.5)),
    paceErrorP99Us: Math.round(paceLag.at(0.99)),
    paceErrorMaxUs: Math.round(paceLag.maxUs),
  }
}

function readFigures(readLag: LagTally) {
  return {
    readLagMeanUs: Math.round(readLag.meanUs),
    readLagP99Us: Math.round(readLag.at(0.99)),
    readLagMaxUs: Math.round(readLag.maxUs),
    lateReadShare: readLag.shareAbove(lateReadUs),
  }
}

function merged(tallies: readonly LagCounts[]): LagTally {
  const all = new LagTally()
  for (const tally of tallies) all.addAll(tally)
  return all
}

function shareOf(cpuUs: number, elapsedUs: number): number {
  return cpuUs / Math.max(1, elapsedUs)
}

function keptRateShare(lastDueUs: number, lastSentUs: number): number | null {
  return lastDueUs < shortestScheduleUs ? null : Math.min(1, lastDueUs / lastSentUs)
}

/**
 * Combines the health of several clients into the worst of each value, so that a worker's verdict counts for the whole
 * run. Null without clients.
 */
export function worstClient(clients: readonly ClientHealth[]): ClientHealth | null {
  if (clients.length === 0) return null
  const worst = <Name extends keyof ClientHealth>(...names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => {
        const known = clients.flatMap((client) => (client[name] as number | null | undefined) ?? [])
        return [name, known.length === 0 ? null : Math.max(...known)]
      }),
    ) as Pick<ClientHealth, Name>
  const kept = clients.flatMap(({ keptRateShare }) => keptRateShare ?? [])
  return {
    ...worst('sendLagP50Us', 'sendLagP99Us', 'sendLagMaxUs'),
    ...(clients.some(({ paceErrorP99Us }) => paceErrorP99Us !== undefined) &&
      worst('paceErrorP50Us', 'paceErrorP99Us', 'paceErrorMaxUs')),
    ...worst('loopDelayP99Us', 'loopDelayMaxUs'),
    ...loopLagOf(clients),
    ...worst('cpuShare', 'readLagMeanUs', 'readLagP99Us', 'readLagMaxUs'),
    ...worst('firstTokenLagMeanUs', 'firstTokenLagP99Us', 'lateReadShare'),
    ...worst('gcPauseTotalUs', 'gcPauseMaxUs'),
    keptRateShare: kept.length === 0 ? null : Math.min(...kept),
    threadCpuShares: clients.flatMap(({ threadCpuShares }) => threadCpuShares),
  }
}
