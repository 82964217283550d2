// The logs of opened sweeps, updated by the application's events.
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export const useSweepLogs = defineStore('sweep-logs', () => {
  const client = useClient()
  const events = useAppEvents()
  const byId = shallowReactive(new Map<string, readonly SweepLogEntry[]>())

  events.on('sweep-log', ({ id, entries }) => {
    const known = byId.get(id)
    if (known !== undefined) byId.set(id, [...known, ...entries])
  })
  events.on('sweep-removed', ({ id }) => byId.delete(id))
  events.onFollowing(async () => {
    await Promise.all([...byId.keys()].map(read))
  })

  /** The response includes events that arrive while it is pending. */
  async function read(id: string): Promise<void> {
    byId.set(id, await client.sweeps.log({ id }))
  }

  return { byId, read }
})
