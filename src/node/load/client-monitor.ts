// Watches our own client while it measures: how late it sent, how long its event loop was held up, what it used.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ClientHealth } from '#core/model/run-summary.ts'
import { nowUs } from './clock.ts'

/** The loop is looked at this often; a look that comes later than this was delayed by the rest. */
const lookEveryMs = 10

export class ClientMonitor {
  readonly #sendLagUs: Float64Array
  readonly #loop = monitorEventLoopDelay({ resolution: lookEveryMs })
  #sent = 0
  #startedAtUs = 0
  #startCpu = process.cpuUsage()

  constructor(requests: number) {
    this.#sendLagUs = new Float64Array(requests)
  }

  start(): void {
    this.#startedAtUs = nowUs()
    this.#startCpu = process.cpuUsage()
    this.#loop.enable()
  }

  addSendLag(lagUs: number): void {
    this.#sendLagUs[this.#sent++] = Math.max(0, lagUs)
  }

  stop(): ClientHealth {
    this.#loop.disable()
    const lags = this.#sendLagUs.subarray(0, this.#sent).sort()
    const lagAt = (share: number) => Math.round(lags[Math.ceil(share * (lags.length - 1))] ?? 0)
    const { user, system } = process.cpuUsage(this.#startCpu)
    return {
      sendLagP50Us: lagAt(0.5),
      sendLagP99Us: lagAt(0.99),
      sendLagMaxUs: lagAt(1),
      loopDelayP99Us: this.#loopDelayUs(this.#loop.percentile(99)),
      loopDelayMaxUs: this.#loopDelayUs(this.#loop.max),
      cpuShare: (user + system) / Math.max(1, nowUs() - this.#startedAtUs),
    }
  }

  #loopDelayUs(lookNs: number): number {
    return Math.max(0, Math.round(lookNs / 1000) - lookEveryMs * 1000)
  }
}
