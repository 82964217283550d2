// Whether most of a response came in one late read; earlier versions did not look.
import type { Migration } from '../migration.ts'

export const readsAtOnce: Migration = {
  version: 12,
  sql: 'ALTER TABLE requests ADD COLUMN read_at_once INTEGER NOT NULL DEFAULT 0;',
}
