// Monitors one thread of the client during a run: delays of sending and reading, event loop blocking, resource use.
import { uptime } from 'node:os'
import { monitorEventLoopDelay, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import type { LiveClient } from '#core/model/run/run.ts'
import type { ClientSamples } from '#core/stats/client-samples.ts'
import { LagTally } from '#core/stats/durations/lag-tally.ts'
import { nowUs } from './clock.ts'
import { ReadLag } from './read-lag.ts'

/** Interval of event loop samples; a later sample was delayed by other work. */
const lookEveryMs = 10

/** Tolerance, because the two clocks differ by milliseconds. */
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

  /** Records when one request was due and when it was sent; times are relative to the start. */
  noteSent(dueAtUs: number, sentAtUs: number): void {
    this.#sendLag.add(sentAtUs - dueAtUs)
    this.#lastDueUs = dueAtUs
    this.#lastSentUs = sentAtUs
  }

  /** Records a part of a paced request that was sent late. */
  notePaced(lateUs: number): void {
    this.#paceLag.add(Math.max(0, lateUs))
  }

  /** Records the time of a socket read, on the local clock. Returns its delay in µs. */
  noteRead(readAtUs: number): number {
    this.#readLag.note(readAtUs)
    return this.#readLag.latestUs
  }

  /** Delay of the last read, in µs. */
  get readLagUs(): number {
    return this.#readLag.latestUs
  }

  /** Records that the last read contained a response's first event. */
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

  /** Time the machine was suspended: the monotonic clock stops meanwhile, the uptime does not. */
  #sleptUs(): number {
    const awayUs = (uptime() - this.#upAtStartS) * 1e6 - (nowUs() - this.#startedAtUs)
    return awayUs < shortestSleepUs ? 0 : Math.round(awayUs)
  }

  /** Metrics so far. */
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

/** Mean delay of a byte that arrives at a random time: half of the delay it meets, weighted towards long ones. */
function loopLagUs({ mean, stddev }: Readonly<{ mean: number; stddev: number }>): number {
  if (!(mean > 0)) return 0
  const delayNs = Math.max(0, mean - lookEveryMs * 1e6)
  return (delayNs ** 2 + stddev ** 2) / (2 * mean) / 1000
}

function processCpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** CPU time of this thread; null on Node 22, which does not report it. */
export function threadCpuUs(): number | null {
  if (!('threadCpuUsage' in process)) return null
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Time that garbage collection stopped this thread, in µs. */
class GcPauses {
  totalUs = 0
  maxUs = 0
  readonly #observer = new PerformanceObserver((list) => this.#add(list.getEntries()))

  start(): void {
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  stop(): void {
    this.#add(this.#observer.takeRecords())
    this.#observer.disconnect()
  }

  #add(entries: readonly PerformanceEntry[]): void {
    for (const { duration } of entries) {
      this.totalUs += duration * 1000
      this.maxUs = Math.max(this.maxUs, duration * 1000)
    }
  }
}
