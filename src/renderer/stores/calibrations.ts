// All calibrations of this client, newest first, updated by the application's events.
import type { Calibration } from '#core/model/run/calibration.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useClient } from '../api/client.ts'
import { useListed } from './app-events.ts'

export const useCalibrations = defineStore('calibrations', () => {
  const client = useClient()
  const { byId, loaded, put } = useListed('calibration', () => client.calibrations.list())

  const list = computed<readonly Calibration[]>(() =>
    [...byId.values()].sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )
  const running = computed(() => list.value.find(({ status }) => status === 'running') ?? null)

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
