// A load generator as the coordinator sees it, without the load: it speaks the protocol over streams, and answers each request
// after a set time. Its cost is counted apart.
import { PassThrough } from 'node:stream'
import type {
  FromRemoteLoad,
  LoadPlan,
  LoadProgress,
  ToRemoteLoad,
} from '#contract/load-protocol.ts'
import { clientHealthSchema } from '#core/model/run/client-health.ts'
import { packRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { positionIn } from '#core/workload/shard.ts'
import { shardOf } from '#node/load/measured-plan.ts'
import { encodeFrame, FrameReader, framesBegin } from '#node/load/workers/frames.ts'
import type { RemoteLoad } from '#node/remote/load/start-remote-program.ts'

export type SimulatedCost = { cpuUs: number; bytesIn: number; bytesOut: number }

type Timing = Readonly<{ ttftMs: number; itlMs: number; tokens: number }>

const progressEveryMs = 100
const recordsEveryMs = 250

export function simulatedWorker(timing: Timing, cost: SimulatedCost): RemoteLoad {
  const toWorker = new PassThrough()
  const fromWorker = new PassThrough()
  const reader = new FrameReader()
  const worker = new SimulatedWorker(timing, (message) => {
    const frame = encodeFrame(message)
    cost.bytesOut += frame.length
    fromWorker.write(frame)
  })
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  toWorker.on('data', (bytes: Buffer) => {
    const before = process.cpuUsage()
    cost.bytesIn += bytes.length
    for (const message of reader.add(bytes)) worker.take(message as ToRemoteLoad, cost)
    addCost(cost, before)
  })
  toWorker.on('end', () => {
    worker.end()
    fromWorker.end()
    end()
  })
  fromWorker.write(framesBegin)
  setTimeout(() => worker.begin(), 1)
  return {
    nodeVersion: process.version,
    running: {
      stdin: toWorker,
      stdout: fromWorker,
      stderr: new PassThrough(),
      ended: ended.then(() => ({ code: 0, signal: null })),
      kill: end,
    },
  }
}

export function addCost(cost: SimulatedCost, before: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(before)
  cost.cpuUs += user + system
}

class SimulatedWorker {
  readonly #timing: Timing
  readonly #tell: (message: FromRemoteLoad) => void
  #plan: LoadPlan | null = null
  #timers: NodeJS.Timeout[] = []
  #startMs = 0
  #sent = 0
  #returned = 0

  constructor(timing: Timing, tell: (message: FromRemoteLoad) => void) {
    this.#timing = timing
    this.#tell = tell
  }

  begin(): void {
    this.#tell({ type: 'ready' })
  }

  end(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  take(message: ToRemoteLoad, cost: SimulatedCost): void {
    switch (message.type) {
      case 'clock': {
        const nowMs = performance.now()
        const times = { epochMs: nowMs, monotonicMs: nowMs }
        this.#tell({ type: 'clock', askedMs: message.askedMs, ...times })
        break
      }
      case 'start':
        this.#plan = message.plan
        this.#tell({ type: 'phase', phase: 'connecting' })
        this.#tell({ type: 'prepared' })
        break
      case 'run':
        this.#startMs = message.startS * 1000
        this.#every(progressEveryMs, cost, () => this.#report())
        this.#every(recordsEveryMs, cost, () => this.#handOn())
        break
      case 'cancel':
      case 'places':
      case 'kept':
    }
  }

  #every(ms: number, cost: SimulatedCost, work: () => void): void {
    const timed = (): void => {
      const before = process.cpuUsage()
      work()
      addCost(cost, before)
    }
    this.#timers.push(setInterval(timed, ms))
  }

  get #latencyMs(): number {
    const { ttftMs, itlMs, tokens } = this.#timing
    return ttftMs + itlMs * (tokens - 1)
  }

  #endedBy(atMs: number): number {
    const offsets = this.#plan?.offsetsS ?? new Float64Array()
    let count = this.#returned
    while (count < offsets.length && (offsets[count] ?? 0) * 1000 + this.#latencyMs <= atMs) count++
    return count
  }

  #report(): void {
    const offsets = this.#plan?.offsetsS ?? new Float64Array()
    const atMs = performance.now() - this.#startMs
    while (this.#sent < offsets.length && (offsets[this.#sent] ?? 0) * 1000 <= atMs) this.#sent++
    const completed = this.#endedBy(atMs)
    const progress: LoadProgress = {
      ...{ elapsedS: atMs / 1000, planned: offsets.length, sent: this.#sent, completed },
      ...{ failed: 0, rejected: 0, clientCancelled: 0 },
      ...{ asked: this.#sent, inFlight: this.#sent - completed, queued: 0 },
      ...{ tokenEvents: completed * this.#timing.tokens, recentTtftMs: this.#timing.ttftMs },
      ...{ recentItlMs: this.#timing.itlMs, recentE2elMs: this.#latencyMs, etaS: null },
      client: { sendLagP99Us: 100, readLagP99Us: 100, cpuShare: 0.1 },
    }
    this.#tell({ type: 'progress', progress })
  }

  #handOn(): void {
    const plan = this.#plan
    if (plan === null) return
    const atMs = performance.now() - this.#startMs
    const from = this.#returned
    this.#returned = this.#endedBy(atMs)
    const records = Array.from({ length: this.#returned - from }, (_, i) =>
      this.#record(plan, from + i),
    )
    if (records.length > 0) this.#tell({ type: 'records', records: packRecords(records) })
    if (this.#returned < plan.offsetsS.length) return
    this.end()
    this.#tell({ type: 'finished', outcome: outcomeOf(atMs) })
  }

  #record(plan: LoadPlan, place: number): RequestRecord {
    const { ttftMs, itlMs, tokens } = this.#timing
    const index = positionIn(shardOf(plan), place)
    const sentAtUs = Math.round((plan.offsetsS[place] ?? 0) * 1e6)
    const firstTokenAtUs = sentAtUs + ttftMs * 1000
    return {
      ...{ index, requestId: plan.requestIds[place] ?? null, scheduledAtUs: sentAtUs, sentAtUs },
      firstTokenAtUs,
      firstAtUs: { chunk: null, content: firstTokenAtUs, reasoning: null, toolCall: null },
      endedAtUs: sentAtUs + this.#latencyMs * 1000,
      interTokenLatenciesUs: new Uint32Array(tokens - 1).fill(itlMs * 1000),
      ...{ promptTokens: 2, inputs: 1, inputAudioS: null, outputTokens: tokens },
      ...{ generatedText: '', error: null },
    }
  }
}

function outcomeOf(atMs: number) {
  return {
    durationUs: Math.round(atMs * 1000),
    startedAtEpochMs: 0,
    startedAtMonotonicS: 0,
    cancelled: false,
    timedOut: false,
    client: clientHealthSchema.parse({
      ...{ sendLagP50Us: 50, sendLagP99Us: 100, sendLagMaxUs: 200, cpuShare: 0.1 },
      ...{ loopDelayP99Us: 100, loopDelayMaxUs: 200 },
    }),
  }
}
