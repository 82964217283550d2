// All sweeps except deleted ones, newest first, updated by the application's events.
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { useClient } from '../api/client.ts'
import { askToNotify } from '../api/notify.ts'
import { useAppEvents, useListed } from './app-events.ts'
import { useTrash } from './trash.ts'

export const useSweeps = defineStore('sweeps', () => {
  const client = useClient()
  const events = useAppEvents()
  const trash = useTrash()
  const { byId, loaded, put } = useListed('sweep', () => client.sweeps.list())
  /** Sweeps with a requested pause, which takes effect after the current point. */
  const askedToPause = shallowReactive(new Set<string>())
  const pausing = computed(
    () => new Set([...askedToPause].filter((id) => byId.get(id)?.status === 'running')),
  )

  const list = computed<readonly Sweep[]>(() =>
    [...byId.values()]
      .filter(({ id }) => !trash.hidden.has(id))
      .sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )

  events.on('sweep', ({ sweep }) => {
    if (sweep.status !== 'running') askedToPause.delete(sweep.id)
  })

  /** A sweep takes long enough for the user to leave, so this asks for permission to notify. */
  async function start(serverIds: string[], plan: SweepPlan): Promise<Sweep> {
    void askToNotify()
    return put(await client.sweeps.start({ serverIds, plan }))
  }

  /** Recorded before the call, because the event of the pause may arrive before the response. */
  async function pause(id: string): Promise<void> {
    askedToPause.add(id)
    try {
      await client.sweeps.pause({ id })
    } catch (thrown) {
      askedToPause.delete(id)
      throw thrown
    }
  }

  async function resume(id: string): Promise<void> {
    askedToPause.delete(id)
    put(await client.sweeps.resume({ id }))
  }

  /** Skips the current point if there is no index. */
  async function skip(id: string, index: number | null = null): Promise<void> {
    await client.sweeps.skip({ id, index })
  }

  async function cancel(id: string): Promise<void> {
    await client.sweeps.cancel({ id })
  }

  async function rename(id: string, name: string): Promise<void> {
    put(await client.sweeps.rename({ id, name }))
  }

  async function remove(id: string): Promise<void> {
    await client.sweeps.remove({ id })
    byId.delete(id)
  }

  return { byId, list, loaded, pausing, start, pause, resume, skip, cancel, rename, remove }
})
