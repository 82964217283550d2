// The one subscription to the application's events, which forwards them to the store of each noun.
import type { AppEvent } from '#contract/app-events.ts'
import type { AppError } from '#core/model/app-error.ts'
import { defineStore } from 'pinia'
import { type Ref, shallowReactive, type ShallowReactive, shallowRef, watch } from 'vue'
import { backOffMs, pause } from '../api/back-off.ts'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { useConnection } from '../api/connection.ts'
import type { Host } from '#core/model/host.ts'
import type { Calibration } from '#core/model/run/calibration.ts'
import type { StoredProfile } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'

type EventType = AppEvent['type']
type EventOf<Type extends EventType> = Extract<AppEvent, { type: Type }>
type Refetch = () => Promise<void>

export const useAppEvents = defineStore('app-events', () => {
  const client = useClient()
  const { status } = useConnection()
  const listeners = new Set<(event: AppEvent) => void>()
  const refetches = new Set<Refetch>()
  const following = shallowRef(false)
  /** Reason why lists or events do not arrive although the connection is open. */
  const trouble = shallowRef<AppError | null>(null)
  let keepsFollowing = false

  /** Stores live as long as the window, so there is no unsubscribe. */
  function on<Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void): void {
    listeners.add((event) => {
      if (isOfType(event, type)) listener(event)
    })
  }

  /** Runs `refetch` whenever the subscription begins: now, and after every lost connection. */
  function onFollowing(refetch: Refetch): void {
    refetches.add(refetch)
    if (following.value) void fetchList(refetch)
  }

  async function fetchList(refetch: Refetch): Promise<void> {
    await refetch().catch(noteTrouble)
  }

  /** While the connection is down, the banner already shows it. */
  function noteTrouble(error: unknown): void {
    if (status.value === 'open') trouble.value = callError(error)
  }

  async function follow(): Promise<void> {
    const events = await client.app.events()
    following.value = true
    trouble.value = null
    // Lists are fetched after subscribing, so that no change in between is missed.
    for (const refetch of refetches) void fetchList(refetch)
    for await (const event of events) {
      for (const listener of listeners) listener(event)
    }
  }

  async function keepFollowing(): Promise<void> {
    keepsFollowing = true
    for (let failures = 0; status.value === 'open'; failures++) {
      await follow().catch(noteTrouble)
      following.value = false
      await pause(backOffMs(failures))
    }
    keepsFollowing = false
  }

  watch(
    status,
    (now) => {
      if (now === 'open' && !keepsFollowing) void keepFollowing()
    },
    { immediate: true },
  )

  return { on, onFollowing, trouble }
})

function isOfType<Type extends EventType>(event: AppEvent, type: Type): event is EventOf<Type> {
  return event.type === type
}

type ItemList<Item> = Readonly<{
  byId: ShallowReactive<Map<string, Item>>
  /** Whether the list is loaded. */
  loaded: Ref<boolean>
  put: (item: Item) => Item
}>

type Nouns = Readonly<{
  host: Host
  profile: StoredProfile
  server: Server
  sweep: Sweep
  calibration: Calibration
}>

/** Updated by events of the noun; fetched again whenever the subscription begins. */
export function useListed<Noun extends keyof Nouns>(
  noun: Noun,
  read: () => Promise<readonly Nouns[Noun][]>,
): ItemList<Nouns[Noun]> {
  type Item = Nouns[Noun]
  const events = useAppEvents()
  const byId = shallowReactive(new Map<string, Item>())
  const loaded = shallowRef(false)

  function put(item: Item): Item {
    byId.set(item.id, item)
    return item
  }

  events.on(noun, (event) => put((event as unknown as Nouns)[noun]))
  events.on(`${noun}-removed`, (event) => byId.delete((event as Readonly<{ id: string }>).id))
  events.onFollowing(async () => {
    const items = await read()
    byId.clear()
    items.forEach(put)
    loaded.value = true
  })

  return { byId, loaded, put }
}
