// What a response held in place of text, as JSON; NULL for responses of text.
import type { Migration } from '../migration.ts'

export const madeMedia: Migration = {
  version: 18,
  sql: 'ALTER TABLE requests ADD COLUMN made TEXT;',
}
