// Sends a plan's load, from the current thread or as many as it needs: connects, warms up, sends on schedule, waits for the rest.
import { availableParallelism } from 'node:os'
import { clientHealth } from '#core/stats/client-samples.ts'
import { monotonicS, nowUs } from './runtime/clock.ts'
import type { LoadRunner } from './load-runner.ts'
import { progressOf } from './progress.ts'
import { wholePlan, connectionsOf, isLimitShared, type Share } from './schedule/share.ts'
import { warmUpS, whenWarm } from './when-warm.ts'
import type { LoadPhase, LoadPlan, PlannedProbes } from '#contract/load-protocol.ts'
import type { AlikeChunks } from '#core/protocol/alike-chunks.ts'
import { type AnswerReading, createAnswerReading } from '#core/protocol/answer-reading.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { alikeChunks } from './connections/read-buffer.ts'
import { connectionsSurelyNeeded, requireConnections } from './connections/connection-limits.ts'
import { decodeText } from './decode-text.ts'
import { Measurement } from './measurement.ts'
import { type MeasurementHooks, type PartOutcome, silent } from './measurement-hooks.ts'
import { forgetRehearsals, rehearse } from './rehearsal.ts'
import {
  collectGarbage,
  collectYoungGarbage,
  lowerBackgroundThreads,
  rest,
} from './runtime/quiet-process.ts'
import { keepYoungMemorySmall } from './runtime/young-memory.ts'
import { exchangePlaces, type PlaceExchange } from './schedule/held-places.ts'
import { closeStored } from './stored-bodies.ts'
import { connectionsToPrepare } from './connections/prepared-connections.ts'
import { createTargets, nativeTargets, type Targets } from './connections/targets.ts'
import { requestsPerConnection, transportOf } from './transports/load-pool.ts'
import { WarmUp } from './warm-up.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { HeldCompiler } from './runtime/held-compiler.ts'
import { cancelled } from './failure.ts'
import { RequestBytes } from './request-bytes.ts'
import { type LoadTools, UnmeasuredRequests } from './unmeasured-requests.ts'

/**
 * A load runner that uses as many threads as the load needs on this machine. `entry` is the entry module of a further thread,
 * which must call serveLoadThread.
 */
export function createScaledLoadRunner(entry: URL): LoadRunner {
  return async (plan, hooks, signal) => {
    const threads = plan.threads ?? usefulThreads(plan, availableParallelism())
    const run = threads === 1 ? runLoad : await threadedLoadRunner(entry, threads)
    return run(plan, hooks, signal)
  }
}

/** Loaded on demand, because most loads take one thread and should start soon. */
async function threadedLoadRunner(entry: URL, threads: number): Promise<LoadRunner> {
  return (await import('./workers/run-threaded-load.ts')).createThreadedLoadRunner(entry, threads)
}

/** Number of streams that one thread reads without falling behind, at a few tens of tokens a second each. */
const streamsPerThread = 500
/** Requests per second that one thread can send on time. */
const requestsPerSPerThread = 2000
const mostThreads = 8

/**
 * Number of threads for a load. Unneeded threads only take CPU time from each other and from other programs. Exported for tests.
 */
export function usefulThreads(
  plan: Pick<LoadPlan, 'offsetsS' | 'sendUntilS' | 'maxConcurrency'>,
  cores: number,
): number {
  const streams = connectionsToPrepare(plan)
  const wanted = Math.max(
    Math.ceil(streams / streamsPerThread),
    Math.ceil(requestRate(plan.offsetsS) / requestsPerSPerThread),
  )
  // One core is left to the parent process and the system.
  const possible = Math.min(mostThreads, cores - 1)
  return Math.max(1, Math.min(wanted, possible))
}

/** Requests per second; 0 if all are sent at once, because then their number decides. */
function requestRate(offsetsS: Float64Array): number {
  const lastS = offsetsS.at(-1) ?? 0
  return lastS > 0 ? offsetsS.length / lastS : 0
}

export const runLoad: LoadRunner = async (plan, hooks, signal) => {
  const load = new PreparedLoad(plan, wholePlan)
  let stopTelling = (): void => undefined
  try {
    await load.prepare((phase) => hooks.onPhase(phase), signal)
    const startS = await hooks.startAt?.()
    const leadS = startS === undefined ? warmUpS(plan) : startS - monotonicS()
    stopTelling = whenWarm(plan, (phase) => hooks.onPhase(phase), leadS)
    const startUs = leadS === 0 ? undefined : nowUs() + leadS * 1e6
    const startedAtEpochMs = Date.now() + leadS * 1000
    const startedAtMonotonicS = monotonicS() + leadS
    const { samples, ...outcome } = await load.run(
      {
        ...hooks,
        onDraining: () => hooks.onPhase('draining'),
        onProgress: (part, elapsedS) => hooks.onProgress(progressOf(plan, [part], elapsedS)),
      },
      signal,
      startUs,
      hooks.places,
    )
    return { ...outcome, startedAtEpochMs, startedAtMonotonicS, client: clientHealth([samples]) }
  } finally {
    stopTelling()
    load.close()
  }
}

/** A share of a plan's load, ready to be sent to the server: code compiled, connections open, the server warmed up. */
export class PreparedLoad {
  readonly #plan: LoadPlan
  readonly #share: Share
  #targets: Targets
  readonly #reading: AnswerReading
  readonly #alike: AlikeChunks | null
  #probes: Probes | null = null

  constructor(plan: LoadPlan, share: Share) {
    keepYoungMemorySmall()
    this.#plan = plan
    this.#share = share
    this.#targets = nativeTargets(plan, share)
    this.#alike = alikeChunks()
    this.#reading = createAnswerReading(plan.protocol, {
      decode: decodeText,
      keepText: plan.keepText,
      later: setImmediate,
      alike: this.#alike,
      counting: plan.counting,
      soundRate: plan.soundRate,
      keepStages: plan.keepStages,
      models: plan.models,
    })
  }

  /** The first thread warms up the server for all. */
  async prepare(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<void> {
    onPhase('connecting')
    if (transportOf(this.#plan) !== 'native') {
      this.#targets = await createTargets(this.#plan, this.#share)
    }
    if (this.#share.thread === 0) this.#requireConnections()
    // A full collection also discards code compiled for objects that no longer exist, which the rehearsal compiles again.
    if (collectGarbage()) forgetRehearsals()
    await rehearse(this.#plan, this.#alike)
    lowerBackgroundThreads()
    const connections = connectionsOf(this.#plan, this.#share)
    await Promise.race([this.#targets.prepare(connections, signal), whenAborted(signal)])
    if (this.#share.thread === 0 && this.#plan.warmups.length > 0) {
      onPhase('warming-up')
      const tools = { targets: this.#targets, reading: this.#reading, hooks: silent }
      await new Measurement(warmupPlan(this.#plan), wholePlan, tools).run(signal)
    }
    collectYoungGarbage()
    rest()
  }

  /**
   * The schedule begins at `startUs` on the local clock, at the end of the warm-up; without a warm-up it begins once everything
   * is created. The first thread sends the probes. `places` are exchanged if a limit is shared.
   */
  async run(
    hooks: MeasurementHooks,
    signal: AbortSignal,
    startUs?: number,
    places?: PlaceExchange,
  ): Promise<PartOutcome> {
    const probes = this.#share.thread === 0 ? this.#createProbes() : null
    this.#probes = probes
    const warmUp = this.#createWarmUp()
    const compiler = new HeldCompiler()
    const onProgress: MeasurementHooks['onProgress'] = (...progress) => {
      compiler.look(measurement.waitedUs)
      hooks.onProgress(...progress)
    }
    const tools = {
      targets: this.#targets,
      reading: this.#reading,
      warmUp,
      hooks: { ...hooks, onProgress },
      onLateRead: () => compiler.release(),
    }
    const measurement: Measurement = new Measurement(this.#plan, this.#share, tools)
    let endExchange = (): void => undefined
    try {
      if (startUs !== undefined) await warmUp?.until(startUs, signal)
      compiler.hold()
      probes?.start()
      if (places !== undefined && isLimitShared(this.#plan)) {
        endExchange = exchangePlaces(measurement.places, places)
      }
      const outcome = await measurement.run(signal, startUs)
      // After a timeout the probes are aborted too.
      const stop = outcome.timedOut ? AbortSignal.abort() : signal
      return { ...outcome, ...(probes !== null && { probes: await probes.stop(stop) }) }
    } finally {
      endExchange()
      compiler.release()
      warmUp?.end()
    }
  }

  close(): void {
    this.#probes?.close()
    this.#targets.close()
    closeStored()
  }

  #requireConnections(): void {
    const requests = connectionsSurelyNeeded(this.#plan)
    requireConnections(Math.ceil(requests / requestsPerConnection[transportOf(this.#plan)]))
  }

  #createProbes(): Probes | null {
    const { probes } = this.#plan
    const tools = { targets: this.#targets, reading: this.#reading }
    return probes === undefined ? null : new Probes(this.#plan, probes, tools)
  }

  #createWarmUp(): WarmUp | null {
    const { warmUp } = this.#plan
    const tools = { targets: this.#targets, reading: this.#reading, share: this.#share }
    return warmUp === undefined ? null : new WarmUp(this.#plan, warmUp, tools)
  }
}

/** Warm-ups are a separate run: all at once within the concurrency limit, without events. */
function warmupPlan(plan: LoadPlan): LoadPlan {
  const { warmups } = plan
  return {
    ...plan,
    bodies: writtenBodies(warmups),
    requestIds: warmups.map(() => null),
    promptTokens: warmups.map(() => 0),
    inputs: [],
    inputAudioS: [],
    offsetsS: new Float64Array(warmups.length),
    sendUntilS: undefined,
    conversations: undefined,
    shard: undefined,
    warmups: [],
    warmUp: undefined,
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/**
 * Small requests sent at an even pace in addition to the load, outside its concurrency limit: they measure the loaded server as a
 * light user experiences it.
 */
class Probes extends UnmeasuredRequests {
  readonly #perSecond: number
  readonly #targets: Targets
  readonly #latenciesUs: number[] = []
  #failed = 0
  #sent = 0
  #startUs = 0
  #timer: NodeJS.Timeout | undefined
  #onOver: (() => void) | null = null

  constructor(plan: LoadPlan, { body, perSecond }: PlannedProbes, tools: LoadTools) {
    const requests = new RequestBytes({ ...plan, bodies: writtenBodies([body]) })
    super({ ...tools, requests, timeoutS: plan.requestTimeoutS })
    this.#perSecond = perSecond
    this.#targets = tools.targets
  }

  start(): void {
    this.#startUs = nowUs()
    this.#sendAndWait()
  }

  /** Sends no more; resolves when the last probe has ended, or at once if none is in flight. */
  async stop(signal: AbortSignal): Promise<ProbeResults> {
    clearTimeout(this.#timer)
    const cut = () => this.cutAll()
    signal.addEventListener('abort', cut, { once: true })
    if (signal.aborted) cut()
    await new Promise<void>((resolve) => {
      this.#onOver = resolve
      if (this.inFlight === 0) resolve()
    })
    signal.removeEventListener('abort', cut)
    return { latenciesUs: this.#latenciesUs, failed: this.#failed }
  }

  /** The results are no longer needed, for example because the run cannot continue. */
  close(): void {
    clearTimeout(this.#timer)
    this.cutAll()
  }

  protected override ended({ error, sentAtUs, endedAtUs }: RequestRecord): void {
    if (error === null) this.#latenciesUs.push(endedAtUs - sentAtUs)
    else if (error !== cancelled) this.#failed++
    if (this.inFlight === 0) this.#onOver?.()
  }

  /** Sent on schedule, so that a slow response does not delay the next probe and hide the slowness. */
  #sendAndWait(): void {
    const index = this.#sent++
    const target = this.#targets.inTurn(index)
    const nothingPlanned = { requestId: null, promptTokens: 1, inputs: 1, inputAudioS: null }
    const planned = { index, place: 0, target, scheduledAtUs: 0, dueAtUs: 0, ...nothingPlanned }
    this.send(planned, this.#startUs)
    const dueUs = this.#startUs + (this.#sent * 1e6) / this.#perSecond
    this.#timer = setTimeout(() => this.#sendAndWait(), Math.max(0, (dueUs - nowUs()) / 1000))
  }
}
