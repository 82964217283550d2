// Marks of requests whose times need care: sent a second time, because the server closed a reused connection before it
// responded; and read at once, because the client was late.
import type { Migration } from '../migration.ts'

export const requestMarks: Migration = {
  version: 11,
  sql: `
    ALTER TABLE requests ADD COLUMN resent INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE requests ADD COLUMN read_at_once INTEGER NOT NULL DEFAULT 0;`,
}
