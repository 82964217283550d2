// Machines that sent the load of a run together, one line each, for the console.
import { clientVerdict, plainShare } from '#core/judgement/client-verdict.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Placement } from '#core/model/run/placement.ts'
import {
  isLost,
  type LoadWorker,
  placementErrorS,
  type RunSummary,
} from '#core/model/run/run-summary.ts'

type SentRun = Readonly<{
  summary: Pick<RunSummary, 'workers' | 'metrics' | 'unusedPlacesShare' | 'placement'>
  config: Pick<BenchmarkConfig, 'requestRate'>
}>

/** Empty if one machine sent all requests. */
export function workersNote({ summary, config }: SentRun): readonly Message[] {
  const { workers = [], metrics, unusedPlacesShare, placement } = summary
  if (workers.length === 0) return []
  const error = (placementErrorS(workers) * 1000).toFixed(2)
  return [
    message('notes.workers', { count: workers.length, error }),
    ...(placement === undefined ? [] : placementLines(placement)),
    ...(unusedPlacesShare === undefined || unusedPlacesShare === null
      ? []
      : [message('notes.unusedPlaces', { share: plainShare(unusedPlacesShare) })]),
    ...workers.map((worker) => workerLine(worker, { metrics, config })),
  ]
}

function workerLine(
  worker: LoadWorker,
  { metrics, config }: Pick<SentRun, 'config'> & Pick<RunSummary, 'metrics'>,
): Message {
  const { hostName: host, requests, clockOffsetMs, placedWithinMs, client } = worker
  if (isLost(worker)) {
    const { missingRequests: missing, lostBecause, lostText: why = lostBecause } = worker
    return message('notes.lostWorker', { host, requests, missing, why: why ?? '' })
  }
  const grade = clientVerdict({ summary: { client, metrics }, config })?.grade ?? 'fine'
  return message('notes.worker', {
    host,
    version: worker.nodeVersion,
    requests,
    ms: signed(clockOffsetMs),
    error: (placedWithinMs ?? 0).toFixed(2),
    drift: signed(worker.driftPpm),
    grade: message(`notes.client.${grade}`),
  })
}

function placementLines({
  peakConcurrency: peak,
  maxTokenEventsPerS: busiest,
  steadyThroughput: steady,
}: Placement): readonly Message[] {
  const [low, high] = [peak.low, peak.high].map(String)
  const [lowEvents, highEvents] = [busiest.low, busiest.high].map(String)
  const ofSteady =
    steady && message('notes.placement.steady', { share: plainShare(steady.high - 1) })
  return [
    message('notes.placement', { low, high, lowEvents, highEvents }),
    ...(ofSteady === null ? [] : [ofSteady]),
  ]
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}
