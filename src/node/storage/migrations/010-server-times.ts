// What vLLM measured of a request itself; null where it sent nothing.
import type { Migration } from '../migration.ts'

export const serverTimes: Migration = {
  version: 10,
  sql: `
    ALTER TABLE requests ADD COLUMN server_queue_s REAL;
    ALTER TABLE requests ADD COLUMN server_ttft_s REAL;
  `,
}
