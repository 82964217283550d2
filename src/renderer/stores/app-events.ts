// The one subscription to the application's news, handed on to the stores that keep each noun.
import type { AppEvent } from '#contract/app-events.ts'
import type { AppError } from '#core/model/app-error.ts'
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { backOffMs, pause } from '../api/back-off.ts'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { useConnection } from '../api/connection.ts'

type EventType = AppEvent['type']
type EventOf<Type extends EventType> = Extract<AppEvent, { type: Type }>
type Refetch = () => Promise<void>

export const useAppEvents = defineStore('app-events', () => {
  const client = useClient()
  const { status } = useConnection()
  const listeners = new Set<(event: AppEvent) => void>()
  const refetches = new Set<Refetch>()
  const following = shallowRef(false)
  /** Why lists or news do not come although the connection is open. */
  const trouble = shallowRef<AppError | null>(null)
  let keepsFollowing = false

  /** Stores live as long as the window, so there is no unsubscribe. */
  function on<Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void): void {
    listeners.add((event) => {
      if (isOfType(event, type)) listener(event)
    })
  }

  /** Runs `refetch` as soon as news is followed, now and after every lost connection. */
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
    // Lists are fetched after subscribing, so that no change is missed between the two.
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
