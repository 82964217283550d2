// Which requests were sent a second time, because the server closed a reused connection before it responded.
import type { Migration } from '../migration.ts'

export const resent: Migration = {
  version: 11,
  sql: 'ALTER TABLE requests ADD COLUMN resent INTEGER NOT NULL DEFAULT 0;',
}
