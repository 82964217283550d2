// Whether a newer version was released, updated by the application's events.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { UpdateState } from '#contract/update-api.ts'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export const useUpdates = defineStore('updates', () => {
  const client = useClient()
  const events = useAppEvents()
  const state = shallowRef<UpdateState | null>(null)
  events.on('updates', (event) => (state.value = event.state))
  events.onFollowing(async () => {
    state.value = await client.updates.state()
  })

  async function allow(isAllowed: boolean): Promise<void> {
    state.value = await client.updates.allow({ isAllowed })
    if (isAllowed) await check()
  }

  async function check(): Promise<void> {
    state.value = await client.updates.check()
  }

  return { state, allow, check }
})
