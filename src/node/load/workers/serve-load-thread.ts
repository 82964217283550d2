// A load thread's side of the protocol: prepare one share, run it on request, report progress.
import { parentPort, workerData } from 'node:worker_threads'
import { packRecords } from '#core/records/packed-records.ts'
import { tellable } from '#node/crash/tellable.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { localUs } from '../runtime/clock.ts'
import { PreparedLoad } from '#node/load/run-load.ts'
import type { FromLoadThread, ThreadOrder, ToLoadThread } from './thread-protocol.ts'

/** Must be called in a thread that was started with a ThreadOrder. */
export async function serveLoadThread(): Promise<void> {
  const { plan, share } = workerData as ThreadOrder
  rememberSecrets(plan.secrets ?? [])
  const load = new PreparedLoad(plan, share)
  const cancelling = new AbortController()
  const { signal } = cancelling
  const started = new Promise<number>((resolve) => {
    parentPort?.on('message', (message: ToLoadThread) => {
      if (message.type === 'run') resolve(message.startS)
      else cancelling.abort()
    })
  })
  try {
    await load.prepare((phase) => tell({ type: 'phase', phase }), signal)
    tell({ type: 'prepared' })
    const startUs = localUs(await started)
    tell({ type: 'finished', outcome: await load.run(hooks, signal, startUs) })
  } catch (error) {
    tell({ type: 'failed', error: tellable(error) })
  } finally {
    load.close()
    parentPort?.close()
  }
}

const hooks: Parameters<PreparedLoad['run']>[0] = {
  onDraining: () => tell({ type: 'draining' }),
  onProgress: (part, elapsedS) => tell({ type: 'progress', part, elapsedS }),
  onRecords: (records) => tell({ type: 'records', records: packRecords(records) }),
}

function tell(message: FromLoadThread): void {
  parentPort?.postMessage(message)
}
