// Every run that is stored, newest first, kept in step with the application's news.
import type { Run } from '#core/model/run.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export type RunChange = Readonly<{ name?: string; tags?: string[] }>

export const useRuns = defineStore('runs', () => {
  const client = useClient()
  const events = useAppEvents()
  const byId = shallowReactive(new Map<string, Run>())
  const loaded = shallowRef(false)

  const list = computed<readonly Run[]>(() =>
    [...byId.values()].sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )

  function put(run: Run): void {
    byId.set(run.id, run)
  }

  events.on('run', ({ run }) => put(run))
  events.on('run-removed', ({ id }) => byId.delete(id))
  events.onFollowing(async () => {
    const runs = await client.runs.list({})
    byId.clear()
    runs.forEach(put)
    loaded.value = true
  })

  async function change(id: string, changes: RunChange): Promise<void> {
    put(await client.runs.update({ id, ...changes }))
  }

  async function remove(ids: readonly string[]): Promise<void> {
    await client.runs.remove({ ids: [...ids] })
    for (const id of ids) byId.delete(id)
  }

  return { byId, list, loaded, change, remove }
})
