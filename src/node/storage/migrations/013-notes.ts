// What the user noted of a run.
import type { Migration } from '../migration.ts'

export const notes: Migration = {
  version: 13,
  sql: `ALTER TABLE runs ADD COLUMN notes TEXT NOT NULL DEFAULT ''`,
}
