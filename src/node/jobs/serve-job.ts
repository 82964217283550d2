// The side of the process that does the job: one order, one answer.
import { toWire } from '#contract/app-error.ts'
import type { FromJob, ToJob } from '#contract/job-protocol.ts'
import type { ParentPort } from '#contract/process-port.ts'
import { openDatabase } from '#node/storage/database.ts'
import { explained } from '#node/storage/storage-error.ts'
import { doJob } from './jobs.ts'

export function serveJob(port: ParentPort<FromJob, ToJob>): void {
  port.onMessage(({ databasePath, order }) => {
    doJob(order, { openDatabase: () => openDatabase(databasePath) }).then(
      (output) => port.post({ type: 'done', output }),
      (error: unknown) =>
        port.post({ type: 'failed', error: toWire(explained(databasePath, error)) }),
    )
  })
}
