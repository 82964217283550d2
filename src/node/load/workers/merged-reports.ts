// Merges the workers' reports into the reports of one load, with the state of each worker for display.
import type { LoadPhase, LoadProgress } from '#contract/load-protocol.ts'
import { endedRequests, type LiveWorker } from '#core/model/run/run.ts'
import type { LoadHooks } from '../load-runner.ts'
import { mergedProgress } from '../progress.ts'

/** Interval of each worker's reports. */
const workersEveryMs = 500
/** Number of workers that a window draws; lost or late ones are first. */
const mostShown = 100

export class Merging {
  readonly #names: readonly string[]
  readonly #hooks: LoadHooks
  readonly #progress: (LoadProgress | null)[]
  readonly #reported = new Set<LoadPhase>()
  readonly #draining = new Set<number>()
  /** Finished or lost workers, which report no more. */
  readonly #ended = new Set<number>()
  readonly #lost = new Set<number>()
  #shownAtMs = -Infinity
  #shown: readonly (LoadProgress | null)[] = []

  constructor(names: readonly string[], hooks: LoadHooks) {
    this.#names = names
    this.#hooks = hooks
    this.#progress = names.map(() => null)
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

  /** Later reports come only from the other workers. */
  end(worker: number, isLost: boolean): void {
    this.#ended.add(worker)
    const progress = this.#progress[worker] ?? null
    if (isLost) this.#lost.add(worker)
    if (progress !== null) this.#progress[worker] = { ...progress, inFlight: 0 }
    // The changed state is reported at once.
    this.#shownAtMs = -Infinity
    if (this.#draining.size > 0) this.#phase(worker, 'draining')
  }

  /** Reports each phase once; draining only when all workers are draining. */
  #phase(worker: number, phase: LoadPhase): void {
    if (phase === 'draining') this.#draining.add(worker)
    const isReached =
      phase !== 'draining' ||
      new Set([...this.#draining, ...this.#ended]).size === this.#progress.length
    if (!isReached || this.#reported.has(phase)) return
    this.#reported.add(phase)
    this.#hooks.onPhase(phase)
  }

  /** Reports new sums after any worker's report, at most as often as one worker reports. */
  #tell(worker: number, progress: LoadProgress): void {
    this.#progress[worker] = progress
    const reporter = this.#progress.findIndex((each, i) => each !== null && !this.#ended.has(i))
    const isLast = this.#progress.every(
      (each) => each !== null && endedRequests(each) >= each.planned,
    )
    if (worker !== reporter && !isLast) return
    const workers = this.#workersIfDue()
    const merged = mergedProgress(this.#progress.flatMap((each) => each ?? []))
    this.#hooks.onProgress(workers === null ? merged : { ...merged, workers })
  }

  #workersIfDue(): LiveWorker[] | null {
    const nowMs = performance.now()
    if (this.#names.length === 1 || nowMs - this.#shownAtMs < workersEveryMs) return null
    const before = this.#shown
    this.#shownAtMs = nowMs
    this.#shown = [...this.#progress]
    const workers = this.#progress.flatMap((now, worker) =>
      now === null ? [] : this.#workerOf(worker, now, before[worker] ?? null),
    )
    return workers.length <= mostShown ? workers : worstFirst(workers).slice(0, mostShown)
  }

  #workerOf(worker: number, now: LoadProgress, before: LoadProgress | null): LiveWorker {
    const { sent, completed, failed, inFlight, client, elapsedS, startedLateMs } = now
    const spanS = elapsedS - (before?.elapsedS ?? elapsedS)
    const isEnded = this.#ended.has(worker)
    const state = this.#lost.has(worker) ? 'lost' : isEnded ? 'ended' : 'sending'
    const sentPerS = spanS > 0 ? (sent - (before?.sent ?? 0)) / spanS : null
    return {
      name: this.#names[worker] ?? '',
      state,
      sent,
      sentPerS: isEnded ? null : sentPerS,
      completed,
      failed,
      inFlight,
      client,
      ...(startedLateMs !== undefined && { startedLateMs }),
    }
  }
}

function worstFirst(workers: readonly LiveWorker[]): LiveWorker[] {
  const lateness = ({ state, client }: LiveWorker) =>
    state === 'lost' ? Infinity : client.sendLagP99Us + client.readLagP99Us
  return workers.toSorted((one, other) => lateness(other) - lateness(one))
}
