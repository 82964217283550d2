// Every run that is stored, newest first, as lists show it, and whole those that somebody looks at; kept in step with
// the application's news.
import type { RunBrief } from '#core/model/run/run-brief.ts'
import type { Run } from '#core/model/run/run.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export type RunChange = Readonly<{ name?: string; tags?: string[] }>

/** The newest come first and are shown at once; no page keeps the application from other calls for long. */
const firstPage = 200
const pageSize = 1000

export const useRuns = defineStore('runs', () => {
  const client = useClient()
  const events = useAppEvents()
  const briefs = shallowReactive(new Map<string, RunBrief>())
  /** Whole, as far as they were opened or told of. */
  const byId = shallowReactive(new Map<string, Run>())
  /** Whether all there are have come. */
  const loaded = shallowRef(false)
  /** How often news began to be followed: what was opened before is to be opened again. */
  const followed = shallowRef(0)
  /** Ids of runs and sweeps; from when they are read on, news keeps them in step. */
  const opened = new Map<string, Promise<void>>()

  const list = computed<readonly RunBrief[]>(() =>
    [...briefs.values()].sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )

  function putBrief(brief: RunBrief): void {
    briefs.set(brief.id, brief)
  }

  function put(run: Run): void {
    putBrief(run)
    byId.set(run.id, run)
  }

  function forget(id: string): void {
    briefs.delete(id)
    byId.delete(id)
  }

  events.on('run', ({ run }) => put(run))
  events.on('run-removed', ({ id }) => forget(id))
  events.onFollowing(async () => {
    loaded.value = false
    opened.clear()
    followed.value++
    let page = await client.runs.briefs({ limit: firstPage })
    briefs.clear()
    page.forEach(putBrief)
    for (let last = page.at(-1); last; last = page.at(-1)) {
      const { id, createdAtEpochMs } = last
      page = await client.runs.briefs({ after: { id, createdAtEpochMs }, limit: pageSize })
      page.forEach(putBrief)
    }
    loaded.value = true
  })

  async function open(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => openOnce(id, async () => [await client.runs.get({ id })])))
  }

  async function openSweeps(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => openOnce(id, () => client.runs.list({ sweepId: id }))))
  }

  function openOnce(id: string, read: () => Promise<readonly Run[]>): Promise<void> {
    const opening = opened.get(id) ?? putRead(id, read)
    opened.set(id, opening)
    return opening
  }

  async function putRead(id: string, read: () => Promise<readonly Run[]>): Promise<void> {
    try {
      for (const run of await read()) put(run)
    } catch (error) {
      opened.delete(id)
      if (callError(error).code !== 'not-found') throw error
      forget(id)
    }
  }

  async function change(id: string, changes: RunChange): Promise<void> {
    put(await client.runs.update({ id, ...changes }))
  }

  async function remove(ids: readonly string[]): Promise<void> {
    await client.runs.remove({ ids: [...ids] })
    ids.forEach(forget)
  }

  return { byId, list, loaded, followed, open, openSweeps, change, remove }
})
