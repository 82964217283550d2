// Sweeps over several servers, what their searches found, and the log of what each did.
import type { Migration } from '../migration.ts'

export const sweeps: Migration = {
  version: 7,
  sql: `
    ALTER TABLE sweeps ADD COLUMN servers TEXT NOT NULL DEFAULT '[]';
    UPDATE sweeps SET servers = json_array(json_object('id', '', 'name', server_name));
    ALTER TABLE sweeps DROP COLUMN server_name;
    ALTER TABLE sweeps ADD COLUMN answers TEXT NOT NULL DEFAULT '[]';

    CREATE TABLE sweep_log (
      sweep_id TEXT NOT NULL REFERENCES sweeps (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      at_epoch_ms REAL NOT NULL,
      kind TEXT NOT NULL,
      point INTEGER,
      "values" TEXT NOT NULL,
      PRIMARY KEY (sweep_id, position)
    ) STRICT;
  `,
}
