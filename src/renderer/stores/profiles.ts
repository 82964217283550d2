// Saved launch profiles, most recently changed first.
import type { LaunchProfile, ProfileDifference, StoredProfile } from '#core/model/launch-profile.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useClient } from '../api/client.ts'
import { useListed } from './app-events.ts'

export const useProfiles = defineStore('profiles', () => {
  const client = useClient()
  const { byId, put } = useListed('profile', () => client.profiles.list())

  const list = computed(() =>
    [...byId.values()].sort((a, b) => b.updatedAtEpochMs - a.updatedAtEpochMs),
  )

  async function save(id: string | null, profile: LaunchProfile): Promise<StoredProfile> {
    return put(await client.profiles.save({ id, profile }))
  }

  async function clone(id: string): Promise<StoredProfile> {
    return put(await client.profiles.clone({ id, name: null }))
  }

  async function compare(firstId: string, secondId: string): Promise<readonly ProfileDifference[]> {
    return await client.profiles.compare({ firstId, secondId })
  }

  async function remove(id: string): Promise<void> {
    await client.profiles.remove({ id })
    byId.delete(id)
  }

  return { byId, list, save, clone, compare, remove }
})
