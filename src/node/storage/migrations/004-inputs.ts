// How many texts each request gave the server to read: one, until requests could hold several.
import type { Migration } from '../migration.ts'

export const inputs: Migration = {
  version: 4,
  sql: 'ALTER TABLE requests ADD COLUMN inputs INTEGER NOT NULL DEFAULT 1;',
}
