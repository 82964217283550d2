// Gates of this installation, newest first, updated by events.
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import {
  gatePlanSchema,
  gateRecordSchema,
  openedGateSchema,
  type ComposedGate,
  type GatePlan,
  type GateRecord,
  type OpenedGate,
} from '#features/gate/core/gate-record.ts'
import { useClient } from '#renderer/api/client.ts'
import { askToNotify } from '#renderer/api/notify.ts'
import { useAppEvents } from '#renderer/stores/app-events.ts'
import { useTrash } from '#renderer/stores/trash.ts'

export const useGates = defineStore('gates', () => {
  const client = useClient()
  const events = useAppEvents()
  const trash = useTrash()
  const byId = shallowReactive(new Map<string, GateRecord>())
  const loaded = shallowRef(false)

  const call = (name: string, input: unknown = {}) =>
    client.features.call({ feature: 'gate', call: name, input })

  function put(value: unknown): GateRecord | null {
    const record = gateRecordSchema.safeParse(value).data ?? null
    if (record !== null) byId.set(record.id, record)
    return record
  }

  events.on('feature', ({ feature, value }) => {
    if (feature === 'gate') put(value)
  })
  events.on('feature-removed', ({ feature, id }) => {
    if (feature === 'gate') byId.delete(id)
  })
  events.onFollowing(async () => {
    const records = gateRecordSchema.array().parse(await call('list'))
    byId.clear()
    records.forEach(put)
    loaded.value = true
  })

  const list = computed<readonly GateRecord[]>(() =>
    [...byId.values()]
      .filter(({ id }) => !trash.hidden.has(id))
      .sort((one, other) => other.createdAtEpochMs - one.createdAtEpochMs),
  )
  /** Gate of each measured run. */
  const byRun = computed(
    () => new Map(list.value.flatMap((gate) => gate.runs.map(({ id }) => [id, gate] as const))),
  )

  async function plan(gate: ComposedGate): Promise<GatePlan> {
    return gatePlanSchema.parse(await call('plan', gate))
  }

  async function open(text: string): Promise<OpenedGate> {
    return openedGateSchema.parse(await call('open', { text }))
  }

  async function start(gate: ComposedGate): Promise<GateRecord> {
    void askToNotify()
    const record = gateRecordSchema.parse(await call('start', gate))
    byId.set(record.id, record)
    return record
  }

  async function cancel(id: string): Promise<void> {
    await call('cancel', { id })
  }

  async function rename(id: string, name: string): Promise<void> {
    await call('rename', { id, name })
  }

  async function remove(id: string): Promise<void> {
    await call('remove', { id })
    byId.delete(id)
  }

  return { byId, list, byRun, loaded, plan, open, start, cancel, rename, remove }
})
