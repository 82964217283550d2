// Every run that is stored, newest first, kept in step with the application's news.
import type { Run } from '#core/model/run.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export type RunChange = Readonly<{ name?: string; tags?: string[] }>

/** The newest come first and are shown at once; no page keeps the application from other calls for long. */
const pageSize = 500

export const useRuns = defineStore('runs', () => {
  const client = useClient()
  const events = useAppEvents()
  const byId = shallowReactive(new Map<string, Run>())
  /** Whether all there are have come. */
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
    loaded.value = false
    let page = await client.runs.list({ limit: pageSize })
    byId.clear()
    page.forEach(put)
    for (let last = page.at(-1); last && page.length === pageSize; last = page.at(-1)) {
      const { id, createdAtEpochMs } = last
      page = await client.runs.list({ after: { id, createdAtEpochMs }, limit: pageSize })
      page.forEach(put)
    }
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
