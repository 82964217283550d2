// A load runner whose load comes from several threads: one plan, one clock, and records like a single thread's.
import type { LoadOutcome, LoadPhase, LoadPlan } from '#contract/load-protocol.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import { clientHealth } from '#core/stats/client-samples.ts'
import type { PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import { monotonicS } from '../runtime/clock.ts'
import type { LoadHooks, LoadRunner } from '../load-runner.ts'
import { jointOutcome } from '../joint-outcome.ts'
import { sharpenSleeps } from '../runtime/precise-timer.ts'
import type { PartOutcome } from '../measurement-hooks.ts'
import { type PartProgress, progressOf } from '../progress.ts'
import { serversOf } from '../connections/targets.ts'
import { warmUpS, whenWarm } from '../when-warm.ts'
import { Worker } from 'node:worker_threads'
import { threadReply } from './thread-reply.ts'
import type { FromLoadThread, ThreadOrder, ToLoadThread } from './thread-protocol.ts'

/** Enough time for the start order to reach every thread before the schedule begins. */
const leadS = 0.02

/** `entry` is the entry module of a thread, which must call serveLoadThread. */
export function createThreadedLoadRunner(entry: URL, atMost: number): LoadRunner {
  return async (plan, hooks, signal) => {
    // A thread whose share of the limit is 0 could neither send nor end.
    const threads = Math.min(atMost, plan.maxConcurrency ?? atMost)
    const shared = { ...plan, bodies: inSharedMemory(plan.bodies) }
    const taken = sharedNumbers(1)
    const inFlight = sharedNumbers(serversOf(plan).length)
    const telling = new Telling(plan, threads, hooks)
    sharpenSleeps()
    const all = Array.from({ length: threads }, (_, thread) => {
      const order = { plan: shared, share: { thread, threads, taken, inFlight } }
      return new LoadThread(entry, order, (reported) => telling.take(thread, reported))
    })
    const cancel = () => all.forEach((thread) => thread.post({ type: 'cancel' }))
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    try {
      return await runTogether(all, telling)
    } finally {
      signal.removeEventListener('abort', cancel)
      await Promise.all(all.map((thread) => thread.end()))
    }
  }
}

async function runTogether(all: readonly LoadThread[], telling: Telling): Promise<LoadOutcome> {
  await Promise.all(all.map(({ prepared }) => prepared))
  const startS = (await telling.startAt()) ?? monotonicS() + leadS + warmUpS(telling.plan)
  const untilStartS = startS - monotonicS()
  const stopTelling = whenWarm(telling.plan, (phase) => telling.phase(phase), untilStartS)
  const startedAtEpochMs = Math.round(Date.now() + untilStartS * 1000)
  for (const thread of all) thread.post({ type: 'run', startS })
  try {
    const outcomes = await Promise.all(all.map(({ finished }) => finished))
    telling.progress()
    return { ...whole(outcomes), startedAtEpochMs, startedAtMonotonicS: startS }
  } finally {
    stopTelling()
  }
}

function whole(outcomes: readonly PartOutcome[]) {
  return { ...jointOutcome(outcomes), client: clientHealth(outcomes.map(({ samples }) => samples)) }
}

/** Combines the reports of the threads, so that the caller sees one load. */
class Telling {
  readonly plan: LoadPlan
  readonly #hooks: LoadHooks
  readonly #parts: (PartProgress | null)[]
  #phase: LoadPhase | null = null
  #elapsedS = 0
  #draining = 0

  constructor(plan: LoadPlan, threads: number, hooks: LoadHooks) {
    this.plan = plan
    this.#hooks = hooks
    this.#parts = new Array<PartProgress | null>(threads).fill(null)
  }

  take(thread: number, reported: ThreadReport): void {
    switch (reported.type) {
      case 'phase':
        // Only the first thread warms up the server; otherwise they are alike.
        if (thread === 0) this.phase(reported.phase)
        break
      case 'draining':
        if (++this.#draining === this.#parts.length) this.phase('draining')
        break
      case 'progress':
        this.#parts[thread] = reported.part
        this.#elapsedS = Math.max(this.#elapsedS, reported.elapsedS)
        // The other threads' last reports are recent enough; forwarding each would only report more often.
        if (thread === 0) this.progress()
        break
      case 'records':
        this.#hooks.onRecords(unpackRecords(reported.records))
        break
    }
  }

  startAt(): Promise<number> | undefined {
    return this.#hooks.startAt?.()
  }

  progress(): void {
    this.#hooks.onProgress(progressOf(this.plan, this.#knownParts(), this.#elapsedS))
  }

  phase(phase: LoadPhase): void {
    if (phase === this.#phase) return
    this.#phase = phase
    this.#hooks.onPhase(phase)
  }

  #knownParts(): readonly PartProgress[] {
    return this.#parts.filter((part) => part !== null)
  }
}

// The bodies of a plan in shared memory, so that threads need no copies.
function inSharedMemory({ texts, parts, firstParts }: PlannedBodies): PlannedBodies {
  const inMemory = texts.filter((text) => text instanceof Uint8Array)
  const memory = new SharedArrayBuffer(inMemory.reduce((total, { length }) => total + length, 0))
  let end = 0
  const shared = texts.map((text) => {
    if (!(text instanceof Uint8Array)) return text
    const place = new Uint8Array(memory, end, text.length)
    place.set(text)
    end += text.length
    return place
  })
  return { texts: shared, parts: inShared(parts), firstParts: inShared(firstParts) }
}

function sharedNumbers(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT))
}

function inShared(numbers: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(numbers.byteLength))
  shared.set(numbers)
  return shared
}

type ThreadReport = Exclude<FromLoadThread, { type: 'prepared' | 'finished' | 'failed' }>

/** Handle of one load thread, for the thread that runs the whole load. */
class LoadThread {
  readonly #worker: Worker
  /** Both reject with AppError if the thread fails or exits early. */
  readonly prepared: Promise<true>
  readonly finished: Promise<PartOutcome>

  constructor(entry: URL, order: ThreadOrder, onReported: (reported: ThreadReport) => void) {
    this.#worker = new Worker(entry, { workerData: order, execArgv: [] })
    this.prepared = this.#reply(({ type }) => (type === 'prepared' ? true : null))
    this.finished = this.#reply((message) => (message.type === 'finished' ? message.outcome : null))
    this.#worker.on('message', (message: FromLoadThread) => {
      if (isReported(message)) onReported(message)
    })
  }

  #reply<Value>(valueOf: (message: FromLoadThread) => Value | null): Promise<Value> {
    return threadReply(this.#worker, valueOf, 'runs.threadEnded')
  }

  post(message: ToLoadThread): void {
    this.#worker.postMessage(message)
  }

  end(): Promise<number> {
    return this.#worker.terminate()
  }
}

function isReported(message: FromLoadThread): message is ThreadReport {
  const { type } = message
  return type !== 'prepared' && type !== 'finished' && type !== 'failed'
}
