// Hosts that servers are launched on, launch profiles, and what a run was measured on.
import type { Migration } from '../migration.ts'

/** Hosts were unused addresses; a server now has its host in its own spec. */
export const hosts: Migration = {
  version: 5,
  sql: `
    CREATE TABLE servers_now (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      spec TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL
    ) STRICT;
    INSERT INTO servers_now SELECT id, name, spec, created_at_epoch_ms FROM servers;
    DROP TABLE servers;
    ALTER TABLE servers_now RENAME TO servers;
    DROP TABLE hosts;

    CREATE TABLE hosts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      spec TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      facts TEXT
    ) STRICT;
    INSERT INTO hosts VALUES ('local', 'This computer', '{"kind":"local"}', 0, NULL);

    CREATE TABLE launch_profiles (
      id TEXT PRIMARY KEY,
      profile TEXT NOT NULL,
      created_at_epoch_ms REAL NOT NULL,
      updated_at_epoch_ms REAL NOT NULL
    ) STRICT;

    ALTER TABLE runs ADD COLUMN launch TEXT;
  `,
}
