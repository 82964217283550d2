// The recording of each server, updated by events.
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { z } from 'zod'
import {
  recordingSchema,
  type TrafficRecord,
  type recordingOrderSchema,
} from '#features/record/core/recording.ts'
import { useClient } from '#renderer/api/client.ts'
import { useAppEvents } from '#renderer/stores/app-events.ts'

export const useRecordings = defineStore('recordings', () => {
  const client = useClient()
  const events = useAppEvents()
  const byServer = shallowReactive(new Map<string, TrafficRecord>())

  const call = (name: string, input: unknown = {}) =>
    client.features.call({ feature: 'record', call: name, input })

  function put(value: unknown): void {
    const recording = recordingSchema.safeParse(value).data
    if (recording !== undefined) byServer.set(recording.id, recording)
  }

  events.on('feature', ({ feature, value }) => {
    if (feature === 'record') put(value)
  })
  events.on('feature-removed', ({ feature, id }) => {
    if (feature === 'record') byServer.delete(id)
  })
  events.onFollowing(async () => {
    const recordings = recordingSchema.array().parse(await call('list'))
    byServer.clear()
    recordings.forEach(put)
  })

  async function start(order: z.input<typeof recordingOrderSchema>): Promise<void> {
    put(await call('start', order))
  }

  async function stop(id: string): Promise<void> {
    await call('stop', { id })
  }

  return { byServer, start, stop }
})
