// Which turn of which conversation a request was; null for one that stands alone.
import type { Migration } from '../migration.ts'

export const turns: Migration = {
  version: 8,
  sql: `
    ALTER TABLE requests ADD COLUMN conversation INTEGER;
    ALTER TABLE requests ADD COLUMN turn INTEGER;
  `,
}
