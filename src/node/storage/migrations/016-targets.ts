// The place of the server that a request was sent to among several; NULL where there is one.
import type { Migration } from '../migration.ts'

export const targets: Migration = {
  version: 16,
  sql: 'ALTER TABLE requests ADD COLUMN target INTEGER;',
}
