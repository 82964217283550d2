// Watches one thread of our own client while it measures: how late it sent and read, how long its event loop was held
// up, what it used.
import { uptime } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LiveClient } from '#core/model/run/run.ts'
import type { ClientSamples } from '#core/stats/client-samples.ts'
import { LagTally } from '#core/stats/durations/lag-tally.ts'
import { nowUs } from '../runtime/clock.ts'
import { GcPauses } from './gc-pauses.ts'
import { ReadLag } from './read-lag.ts'

/** The loop is looked at this often; a look that comes later than this was delayed by the rest. */
const lookEveryMs = 10

/** The two clocks are not the same to the millisecond. */
const shortestSleepUs = 1e6

export class ClientMonitor {
  readonly #sendLag = new LagTally()
  readonly #paceLag = new LagTally()
  readonly #readLag = new ReadLag()
  readonly #firstTokenLag = new LagTally()
  readonly #loop = monitorEventLoopDelay({ resolution: lookEveryMs })
  readonly #gc = new GcPauses()
  #startedAtUs = 0
  #processCpuUs = 0
  #threadCpuUs: number | null = null
  #lastDueUs = 0
  #lastSentUs = 0
  #upAtStartS = 0

  start(): void {
    this.#startedAtUs = nowUs()
    this.#upAtStartS = uptime()
    this.#processCpuUs = processCpuUs()
    this.#threadCpuUs = threadCpuUs()
    this.#readLag.start(this.#startedAtUs)
    this.#loop.enable()
    this.#gc.start()
  }

  /** One request was free to leave, and left; times since the start. */
  noteSent(dueAtUs: number, sentAtUs: number): void {
    this.#sendLag.add(sentAtUs - dueAtUs)
    this.#lastDueUs = dueAtUs
    this.#lastSentUs = sentAtUs
  }

  /** A part of a request left later than its own pace asks for. */
  notePaced(lateUs: number): void {
    this.#paceLag.add(Math.max(0, lateUs))
  }

  /** A socket was read, by our clock. Returns how late, in µs. */
  noteRead(readAtUs: number): number {
    this.#readLag.note(readAtUs)
    return this.#readLag.latestUs
  }

  /** Of the last read, in µs. */
  get readLagUs(): number {
    return this.#readLag.latestUs
  }

  /** What was read last held the first event of an answer. */
  noteFirstToken(): void {
    this.#firstTokenLag.add(this.#readLag.latestUs)
  }

  stop(): ClientSamples {
    this.#loop.disable()
    this.#gc.stop()
    this.#readLag.stop()
    const threadUs = threadCpuUs()
    return {
      elapsedUs: nowUs() - this.#startedAtUs,
      sendLag: this.#sendLag.toCounts(),
      paceLag: this.#paceLag.toCounts(),
      readLag: this.#readLag.tally.toCounts(),
      firstTokenLag: this.#firstTokenLag.toCounts(),
      loopDelayP99Us: loopDelayUs(this.#loop.percentile(99)),
      loopDelayMaxUs: Math.max(loopDelayUs(this.#loop.max), this.#sleptUs()),
      loopLagMeanUs: loopLagUs(this.#loop),
      gcPauseTotalUs: this.#gc.totalUs,
      gcPauseMaxUs: this.#gc.maxUs,
      processCpuUs: processCpuUs() - this.#processCpuUs,
      threadCpuUs:
        threadUs === null || this.#threadCpuUs === null ? null : threadUs - this.#threadCpuUs,
      lastDueUs: this.#lastDueUs,
      lastSentUs: this.#lastSentUs,
    }
  }

  /** Our clock stops while the machine sleeps; the uptime continues. */
  #sleptUs(): number {
    const awayUs = (uptime() - this.#upAtStartS) * 1e6 - (nowUs() - this.#startedAtUs)
    return awayUs < shortestSleepUs ? 0 : Math.round(awayUs)
  }

  /** How it goes so far. */
  get soFar(): LiveClient {
    return {
      sendLagP99Us: this.#sendLag.at(0.99),
      readLagP99Us: this.#readLag.tally.at(0.99),
      cpuShare: (processCpuUs() - this.#processCpuUs) / Math.max(1, nowUs() - this.#startedAtUs),
    }
  }
}

function loopDelayUs(lookNs: number): number {
  return Math.max(0, Math.round(lookNs / 1000) - lookEveryMs * 1000)
}

/** A byte that arrives at any time waits for half of the delay that it meets, and meets long ones more often. */
function loopLagUs({ mean, stddev }: Readonly<{ mean: number; stddev: number }>): number {
  if (!(mean > 0)) return 0
  const delayNs = Math.max(0, mean - lookEveryMs * 1e6)
  return (delayNs ** 2 + stddev ** 2) / (2 * mean) / 1000
}

function processCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Node 22 does not report it. */
function threadCpuUs(): number | null {
  if (!('threadCpuUsage' in process)) return null
  const { user, system } = process.threadCpuUsage()
  return user + system
}
