// The side of the process that does the chore: one order, one answer.
import { toWire } from '#contract/app-error.ts'
import type { FromChore, ToChore } from '#contract/chore-protocol.ts'
import type { ParentPort } from '#contract/process-port.ts'
import { openDatabase } from '#node/storage/database.ts'
import { explained } from '#node/storage/storage-error.ts'
import { doChore } from './chores.ts'

export function serveChore(port: ParentPort<FromChore, ToChore>): void {
  port.onMessage(({ databasePath, order }) => {
    doChore(order, { openDatabase: () => openDatabase(databasePath) }).then(
      (output) => port.post({ type: 'done', output }),
      (error: unknown) =>
        port.post({ type: 'failed', error: toWire(explained(databasePath, error)) }),
    )
  })
}
