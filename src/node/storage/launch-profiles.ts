// Saved launch profiles. They hold no secrets.
import { storedProfileSchema, type StoredProfile } from '#core/model/server/launch-profile.ts'
import { type Database, fromJson, toJson } from './database.ts'

type ProfileRow = {
  id: string
  profile: string
  created_at_epoch_ms: number
  updated_at_epoch_ms: number
}

export function saveProfile(database: Database, stored: StoredProfile): void {
  database
    .prepare(
      `INSERT INTO launch_profiles (id, profile, created_at_epoch_ms, updated_at_epoch_ms)
       VALUES (@id, @profile, @createdAtEpochMs, @updatedAtEpochMs)
       ON CONFLICT (id) DO UPDATE SET profile = @profile, updated_at_epoch_ms = @updatedAtEpochMs`,
    )
    .run({ ...stored, profile: toJson(stored.profile) })
}

/** Last changed first. */
export function listProfiles(database: Database): StoredProfile[] {
  return database
    .prepare<[], ProfileRow>('SELECT * FROM launch_profiles ORDER BY updated_at_epoch_ms DESC, id')
    .all()
    .map(toProfile)
}

export function findProfile(database: Database, id: string): StoredProfile | null {
  const row = database
    .prepare<[string], ProfileRow>('SELECT * FROM launch_profiles WHERE id = ?')
    .get(id)
  return row === undefined ? null : toProfile(row)
}

export function removeProfile(database: Database, id: string): void {
  database.prepare<[string]>('DELETE FROM launch_profiles WHERE id = ?').run(id)
}

function toProfile(row: ProfileRow): StoredProfile {
  return storedProfileSchema.parse({
    id: row.id,
    profile: fromJson(row.profile),
    createdAtEpochMs: row.created_at_epoch_ms,
    updatedAtEpochMs: row.updated_at_epoch_ms,
  })
}
