// Every calibration of our own client, newest first, kept in step with the application's news.
import type { Calibration } from '#core/model/run/calibration.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'

export const useCalibrations = defineStore('calibrations', () => {
  const client = useClient()
  const events = useAppEvents()
  const byId = shallowReactive(new Map<string, Calibration>())
  const loaded = shallowRef(false)

  const list = computed<readonly Calibration[]>(() =>
    [...byId.values()].sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )
  const running = computed(() => list.value.find(({ status }) => status === 'running') ?? null)

  function put(calibration: Calibration): void {
    byId.set(calibration.id, calibration)
  }

  events.on('calibration', ({ calibration }) => put(calibration))
  events.on('calibration-removed', ({ id }) => byId.delete(id))
  events.onFollowing(async () => {
    const calibrations = await client.calibrations.list()
    byId.clear()
    calibrations.forEach(put)
    loaded.value = true
  })

  async function start(): Promise<void> {
    put(await client.calibrations.start({}))
  }

  async function cancel(id: string): Promise<void> {
    await client.calibrations.cancel({ id })
  }

  async function remove(id: string): Promise<void> {
    await client.calibrations.remove({ id })
    byId.delete(id)
  }

  return { list, loaded, running, start, cancel, remove }
})
