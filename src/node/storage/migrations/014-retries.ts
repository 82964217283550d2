// Attempts of a request that the server rejected, as JSON; NULL where there were none.
import type { Migration } from '../migration.ts'

export const retries: Migration = {
  version: 14,
  sql: 'ALTER TABLE requests ADD COLUMN rejected_attempts TEXT;',
}
