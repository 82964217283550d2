// A load runner whose load comes from one or several other machines: one plan in shards, a common start, records on one time
// axis. A single machine is the case of one shard.
import type { LoadOutcome, LoadPlan, PlaceOrder, PlaceReport } from '#contract/load-protocol.ts'
import { listed, message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { partOfShard } from '#core/workload/shard.ts'
import { worstClient } from '#core/stats/client-samples.ts'
import type { LoadRunner } from '../load-runner.ts'
import { jointOutcome } from '../joint-outcome.ts'
import { monotonicS } from '../runtime/clock.ts'
import { warmUpS } from '../when-warm.ts'
import { Merging } from './merged-reports.ts'
import { PlaceLender } from './place-lender.ts'
import { beginningsOf } from './shard-plan.ts'
import { WorkerRun } from './worker-run.ts'
import type { WorkerSource } from './worker-source.ts'

type ShardingOptions = Readonly<{
  /** Accepts workers whose clocks are set far apart. */
  allowsClockSkew?: boolean
  /** Time that the others wait before the late worker is named. */
  namedAfterMs?: number
}>

/** Enough time for the order to reach every worker before the common start; a slow connection adds to it. */
const leadMs = 50
const roundTripsOfLead = 4
const longestLeadMs = 2000
/** A clock with a larger error was never set: other times on that machine are wrong as well. */
const mostSkewMs = 10_000

export function createShardedLoadRunner(
  sources: readonly WorkerSource[],
  { allowsClockSkew = false, namedAfterMs = 5000 }: ShardingOptions = {},
): LoadRunner {
  return async (plan, hooks, signal) => {
    const workers = Math.min(sources.length, mostWorkers(plan))
    const merging = new Merging(
      sources.slice(0, workers).map(({ name }) => name),
      hooks,
    )
    const lender = lenderOf(plan, workers, (worker, order) =>
      runs[worker]?.port.post({ type: 'places', order }),
    )
    const runs: readonly WorkerRun[] = sources.slice(0, workers).map((source, worker) => {
      const events = {
        ...merging.eventsOf(worker),
        onPlaces: (report: PlaceReport) => lender?.take(worker, report),
        onOver: (isLost: boolean) => {
          merging.end(worker, isLost)
          lender?.release(worker)
        },
      }
      return new WorkerRun(source, { plan, shard: { worker, workers }, events })
    })
    const cancel = () => runs.forEach(({ port }) => port.post({ type: 'cancel' }))
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      const all = (when: (run: WorkerRun) => Promise<true>) =>
        untilAll(runs, when, (late) => hooks.onWaiting?.(late), namedAfterMs)
      return await runTogether(runs, plan, { allowsClockSkew, all })
    } finally {
      signal.removeEventListener('abort', cancel)
      lender?.end()
      for (const { port } of runs) port.kill()
    }
  }
}

/** Null if there is no limit to share. */
function lenderOf(
  { maxConcurrency }: LoadPlan,
  workers: number,
  order: (worker: number, order: PlaceOrder) => void,
): PlaceLender | null {
  if (maxConcurrency === null || workers === 1) return null
  const parts = Array.from({ length: workers }, (_, worker) =>
    partOfShard(maxConcurrency, { worker, workers }),
  )
  return new PlaceLender(parts, order)
}

/** A worker without a request, or without a slot under the limit, could send nothing. */
function mostWorkers(plan: LoadPlan): number {
  return Math.max(1, Math.min(beginningsOf(plan), plan.maxConcurrency ?? Infinity))
}

type Together = Readonly<{
  allowsClockSkew: boolean
  all: (when: (run: WorkerRun) => Promise<true>) => Promise<void>
}>

async function runTogether(
  runs: readonly WorkerRun[],
  plan: LoadPlan,
  { allowsClockSkew, all }: Together,
): Promise<LoadOutcome> {
  await all(({ ready }) => ready)
  const isAlone = runs.length === 1
  if (!isAlone && !allowsClockSkew) runs.forEach(requireSetClock)
  for (const run of runs) run.takePlan()
  await all(({ prepared }) => prepared)
  await exchangeTimes(runs)
  for (const run of runs) run.requireThere()
  const untilStartMs = leadFor(runs) + warmUpS(plan) * 1000
  const startMs = performance.now() + untilStartMs
  const startedAtEpochMs = Date.now() + untilStartMs
  const startedAtMonotonicS = monotonicS() + untilStartMs / 1000
  for (const run of runs) run.startAt(startMs)
  await Promise.all(runs.map(({ ended }) => ended))
  const [first] = runs
  if (isAlone && first?.outcome) return { ...first.outcome, origin: first.port.origin() }
  await exchangeTimes(runs.filter(({ lost }) => lost === null))
  return { ...whole(runs), startedAtEpochMs, startedAtMonotonicS }
}

/** Names the late workers while others wait for them. */
async function untilAll(
  runs: readonly WorkerRun[],
  when: (run: WorkerRun) => Promise<true>,
  onWaiting: (late: Text) => void,
  namedAfterMs: number,
): Promise<void> {
  const late = new Set(runs)
  let timer: NodeJS.Timeout | undefined
  const name = () =>
    onWaiting(message('runs.waitsForWorkers', { hosts: listed([...late].map((run) => run.name)) }))
  try {
    await Promise.all(
      runs.map(async (run) => {
        await when(run)
        late.delete(run)
        timer ??= setTimeout(name, namedAfterMs)
      }),
    )
  } finally {
    clearTimeout(timer)
  }
}

async function exchangeTimes(runs: readonly WorkerRun[]): Promise<void> {
  await Promise.all(runs.map(({ port }) => port.exchangeTimes()))
}

function leadFor(runs: readonly WorkerRun[]): number {
  const nowMs = performance.now()
  const roundTripMs = Math.max(...runs.map(({ port }) => 2 * port.clock.at(nowMs).uncertaintyMs))
  return Math.min(longestLeadMs, leadMs + roundTripsOfLead * roundTripMs)
}

function requireSetClock({ name, port }: WorkerRun): void {
  const { clockOffsetMs } = port.origin()
  if (Math.abs(clockOffsetMs) <= mostSkewMs) return
  const seconds = (Math.abs(clockOffsetMs) / 1000).toFixed(1)
  throw new AppError(
    'invalid-input',
    message(clockOffsetMs < 0 ? 'runs.workerClockBehind' : 'runs.workerClockAhead', {
      host: name,
      seconds,
      most: mostSkewMs / 1000,
    }),
    { field: 'on', remedy: message('runs.workerClock.remedy') },
  )
}

/** Throws if no worker is left. */
function whole(runs: readonly WorkerRun[]) {
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? [])
  const client = worstClient(outcomes.map((outcome) => outcome.client))
  if (client === null) throw lastLost(runs)
  return {
    ...jointOutcome(outcomes),
    durationUs: Math.max(...runs.map(({ durationUs }) => durationUs)),
    client,
    workers: runs.map((run) => run.report()),
  }
}

function lastLost(runs: readonly WorkerRun[]): AppError {
  const lost = runs.flatMap((run) => run.lost ?? []).at(-1)
  return lost ?? new AppError('internal', message('runs.generatorEnded', { code: 1 }))
}
