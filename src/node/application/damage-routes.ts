// Calls about damaged rows of the database, which lists skip: export to files, and removal.
import { implement } from '@orpc/server'
import { appApi } from '#contract/app-api.ts'
import { exportRows, removeDamagedRow } from '#node/storage/damaged-rows.ts'
import type { Database } from '#node/storage/database.ts'
import { metDamage } from '#node/storage/met-damage.ts'

export function damageRoutes(database: Database) {
  const os = implement(appApi).damage
  return {
    list: os.list.handler(() => [...metDamage(database.name)]),
    export: os.export.handler(({ input }) => ({
      fileName: `damaged-${input.table}-${input.id}`.replaceAll(/[^\w-]/g, '-') + '.jsonl',
      mediaType: 'application/jsonl',
      text: exportRows(database, input),
    })),
    remove: os.remove.handler(({ input }) => removeDamagedRow(database, input)),
  }
}
