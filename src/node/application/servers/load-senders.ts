// The sender of the current load. A sweep keeps its job between runs, because it may have waited long in the queue.
import { isAllocated, senderFlags } from '#core/flags/load-senders.ts'
import type { Host as Machine } from '#node/remote/host.ts'
import { loadJobOrder } from '#core/flags/load-job.ts'
import { loadSender } from '#node/remote/load/load-sender.ts'
import type { LoadSender, SenderSettings } from '#node/remote/load/sender-kind.ts'

/** Pods have no login node. */
type KeptJob = Readonly<{ key: string; login: Machine | undefined; sender: LoadSender }>

export class LoadSenders {
  #job: KeptJob | null = null

  /** Returns the open job's sender if its settings match, else opens a new one in its place. */
  async open(machines: readonly Machine[], settings: SenderSettings): Promise<LoadSender> {
    const [login] = machines
    if (!isAllocated(settings.on)) return loadSender(machines, settings)
    const { on, allowClockSkew } = settings
    const ofFeatures = Object.entries(settings).filter(([field]) => field in senderFlags)
    const key = JSON.stringify([on, loadJobOrder(settings), ofFeatures, allowClockSkew])
    const kept = this.#job
    if (kept?.key === key && kept.login === login) return kept.sender
    await this.close()
    const sender = await loadSender(machines, settings)
    this.#job = { key, login, sender }
    return sender
  }

  /** Call this at the end of a benchmark or a sweep. */
  async close(): Promise<void> {
    const job = this.#job
    this.#job = null
    await job?.sender.close()
  }
}
