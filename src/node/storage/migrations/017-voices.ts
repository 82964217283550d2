// The moments of a transcript in real time, as JSON; NULL for any other request.
import type { Migration } from '../migration.ts'

export const voices: Migration = {
  version: 17,
  sql: 'ALTER TABLE requests ADD COLUMN voice TEXT;',
}
