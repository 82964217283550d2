// What our own client was found to add to the truth on this machine.
import type { Migration } from '../migration.ts'

export const calibrations: Migration = {
  version: 6,
  sql: `
    CREATE TABLE calibrations (
      id TEXT PRIMARY KEY,
      status TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      circumstances TEXT NOT NULL,
      plan TEXT NOT NULL,
      points TEXT NOT NULL,
      progress REAL NOT NULL,
      failure TEXT
    ) STRICT;
    CREATE INDEX calibrations_by_age ON calibrations (created_at_epoch_ms);
  `,
}
