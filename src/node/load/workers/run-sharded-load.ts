// A load runner whose load comes from one or several other machines: one plan, divided; one start; records on one axis. A
// single machine is the case of one shard.
import type {
  LoadOutcome,
  LoadPhase,
  LoadPlan,
  LoadProgress,
  PlaceOrder,
  PlaceReport,
} from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { partOfShard } from '#core/workload/shard.ts'
import { worstClient } from '#core/stats/worst-client.ts'
import type { LoadHooks, LoadRunner } from '../load-runner.ts'
import { mergedProgress } from '../progress.ts'
import { monotonicS } from '../runtime/clock.ts'
import { warmUpS } from '../when-warm.ts'
import { PlaceLender } from './place-lender.ts'
import { beginningsOf } from './shard-plan.ts'
import { WorkerRun } from './worker-run.ts'
import type { WorkerSource } from './worker-source.ts'

type ShardingOptions = Readonly<{
  /** Accept workers whose clocks are set far apart. */
  allowsClockSkew?: boolean
}>

/** Long enough for the order to reach every worker before the common instant; a slow connection adds to it. */
const leadMs = 50
const roundTripsOfLead = 4
const longestLeadMs = 2000
/** A clock that is off by more was never set: other times on that machine are wrong as well. */
const mostSkewMs = 10_000

export function createShardedLoadRunner(
  sources: readonly WorkerSource[],
  { allowsClockSkew = false }: ShardingOptions = {},
): LoadRunner {
  return async (plan, hooks, signal) => {
    const workers = Math.min(sources.length, mostWorkers(plan))
    const merging = new Merging(workers, hooks)
    const lender = lenderOf(plan, workers, (worker, order) =>
      runs[worker]?.port.post({ type: 'places', order }),
    )
    const runs: readonly WorkerRun[] = sources.slice(0, workers).map((source, worker) => {
      const events = {
        ...merging.eventsOf(worker),
        onPlaces: (report: PlaceReport) => lender?.take(worker, report),
        onOver: () => {
          merging.end(worker)
          lender?.release(worker)
        },
      }
      return new WorkerRun(source, { plan, shard: { worker, workers }, events })
    })
    const cancel = () => runs.forEach(({ port }) => port.post({ type: 'cancel' }))
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      return await runTogether(runs, plan, allowsClockSkew)
    } finally {
      signal.removeEventListener('abort', cancel)
      lender?.end()
      for (const { port } of runs) port.kill()
    }
  }
}

/** Null where there is no limit to share. */
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

/** One without a request, or without a place under the limit, could send nothing. */
function mostWorkers(plan: LoadPlan): number {
  return Math.max(1, Math.min(beginningsOf(plan), plan.maxConcurrency ?? Infinity))
}

async function runTogether(
  runs: readonly WorkerRun[],
  plan: LoadPlan,
  allowsClockSkew: boolean,
): Promise<LoadOutcome> {
  await Promise.all(runs.map(({ ready }) => ready))
  const isAlone = runs.length === 1
  if (!isAlone && !allowsClockSkew) runs.forEach(requireSetClock)
  for (const run of runs) run.takePlan()
  await Promise.all(runs.map(({ prepared }) => prepared))
  await exchangeTimes(runs)
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

/** Throws where no worker is left. */
function whole(runs: readonly WorkerRun[]) {
  const outcomes = runs.flatMap(({ outcome }) => outcome ?? [])
  const client = worstClient(outcomes.map((outcome) => outcome.client))
  if (client === null) throw lastLost(runs)
  const probes = outcomes.find((outcome) => outcome.probes !== undefined)?.probes
  return {
    ...(probes !== undefined && { probes }),
    durationUs: Math.max(...runs.map(({ durationUs }) => durationUs)),
    cancelled: outcomes.some(({ cancelled }) => cancelled),
    timedOut: outcomes.some(({ timedOut }) => timedOut),
    client,
    workers: runs.map((run) => run.report()),
  }
}

function lastLost(runs: readonly WorkerRun[]): AppError {
  const lost = runs.flatMap((run) => run.lost ?? []).at(-1)
  return lost ?? new AppError('internal', message('runs.generatorEnded', { code: 1 }))
}

/** The reports of all workers as those of one load. */
class Merging {
  readonly #hooks: LoadHooks
  readonly #progress: (LoadProgress | null)[]
  readonly #reported = new Set<LoadPhase>()
  readonly #draining = new Set<number>()
  /** Finished or lost: they report no more. */
  readonly #ended = new Set<number>()

  constructor(workers: number, hooks: LoadHooks) {
    this.#hooks = hooks
    this.#progress = new Array<LoadProgress | null>(workers).fill(null)
  }

  eventsOf(worker: number) {
    return {
      onPhase: (phase: LoadPhase) => this.#phase(worker, phase),
      onProgress: (progress: LoadProgress) => this.#tell(worker, progress),
      onRecords: (records: Parameters<LoadHooks['onRecords']>[0]) => {
        if (records.length > 0) this.#hooks.onRecords(records)
      },
    }
  }

  /** The others report for the whole from now on. */
  end(worker: number): void {
    this.#ended.add(worker)
    if (this.#draining.size > 0) this.#phase(worker, 'draining')
  }

  /** Once each; only when all drain does the whole. */
  #phase(worker: number, phase: LoadPhase): void {
    if (phase === 'draining') this.#draining.add(worker)
    const isReached =
      phase !== 'draining' ||
      new Set([...this.#draining, ...this.#ended]).size === this.#progress.length
    if (!isReached || this.#reported.has(phase)) return
    this.#reported.add(phase)
    this.#hooks.onPhase(phase)
  }

  /** With each report of any worker the sums are new; at most as often as one worker reports. */
  #tell(worker: number, progress: LoadProgress): void {
    this.#progress[worker] = progress
    const reporter = this.#progress.findIndex((each, i) => each !== null && !this.#ended.has(i))
    const isLast = this.#progress.every((each) => each !== null && isOver(each))
    if (worker !== reporter && !isLast) return
    this.#hooks.onProgress(mergedProgress(this.#progress.flatMap((each) => each ?? [])))
  }
}

function isOver({ planned, completed, failed }: LoadProgress): boolean {
  return completed + failed >= planned
}
