// Many simulated workers under the coordinator as it is, in one process on virtual time: what the coordinator itself costs.
import type { LoadOutcome, LoadPlan } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import { RemoteLoadPort } from '#node/remote/load/remote-load-port.ts'
import { simulatedWorker, type SimulatedCost } from './simulated-worker.ts'
import { VirtualTime } from './virtual-time.ts'

const timing = { ttftMs: 100, itlMs: 20, tokens: 64 }

export type SimulatedRun = Readonly<{
  outcome: LoadOutcome
  /** CPU of this process without that of the workers. */
  coordinatorCpuS: number
  /** From the coordinator to the workers, and back. */
  bytesSent: number
  bytesHeard: number
  heapMiB: number
}>

export async function simulatedRun(
  plan: LoadPlan,
  workers: number,
  onRecords: (records: readonly RequestRecord[]) => void,
): Promise<SimulatedRun> {
  const cost: SimulatedCost = { cpuUs: 0, bytesIn: 0, bytesOut: 0 }
  const sources = Array.from({ length: workers }, (_, i) => {
    const name = `worker-${i}`
    const start = () => Promise.resolve(simulatedWorker(timing, cost))
    return { name, open: () => new RemoteLoadPort(name, start) }
  })
  let heapBytes = 0
  const hooks = {
    onPhase: () => undefined,
    onProgress: () => (heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed)),
    onRecords,
  }
  const time = new VirtualTime()
  time.install()
  try {
    const before = process.cpuUsage()
    const run = createShardedLoadRunner(sources, { allowsClockSkew: true })
    const outcome = await time.until(run(plan, hooks, new AbortController().signal))
    const { user, system } = process.cpuUsage(before)
    return {
      outcome,
      coordinatorCpuS: (user + system - cost.cpuUs) / 1e6,
      bytesSent: cost.bytesIn,
      bytesHeard: cost.bytesOut,
      heapMiB: heapBytes / 2 ** 20,
    }
  } finally {
    time.restore()
  }
}
