// Saved launch profiles, last changed first. They hold no secrets.
import { storedProfileSchema, type StoredProfile } from '#core/model/launch-profile.ts'
import { storedValues } from './stored-values.ts'

export const {
  save: saveProfile,
  list: listProfiles,
  find: findProfile,
  remove: removeProfile,
  damaged: damagedProfiles,
} = storedValues<StoredProfile>({
  name: 'launch_profiles',
  schema: storedProfileSchema,
  columns: { profile: 'json', createdAtEpochMs: 'plain, fixed', updatedAtEpochMs: 'plain' },
  order: 'updated_at_epoch_ms DESC, id',
})
