// The one subscription to the application's news, handed on to the stores that keep each noun.
import type { AppEvent } from '#contract/app-events.ts'
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { useClient } from '../api/client.ts'
import { useConnection } from '../api/connection.ts'

type EventType = AppEvent['type']
type EventOf<Type extends EventType> = Extract<AppEvent, { type: Type }>

export const useAppEvents = defineStore('app-events', () => {
  const client = useClient()
  const { status } = useConnection()
  const listeners = new Set<(event: AppEvent) => void>()
  const refetches = new Set<() => Promise<void>>()
  let following = false

  /** Stores live as long as the window, so nobody needs to unsubscribe. */
  function on<Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void): void {
    listeners.add((event) => {
      if (isOfType(event, type)) listener(event)
    })
  }

  /** Runs `refetch` as soon as news is followed, now and after every lost connection. */
  function onFollowing(refetch: () => Promise<void>): void {
    refetches.add(refetch)
    if (following) void refetch()
  }

  async function follow(): Promise<void> {
    const events = await client.app.events()
    following = true
    // Subtle: lists are fetched after subscribing, so that no change falls between the two.
    for (const refetch of refetches) void refetch()
    try {
      for await (const event of events) {
        for (const listener of listeners) listener(event)
      }
    } finally {
      following = false
    }
  }

  watch(
    status,
    (now) => {
      // A broken wire ends `follow` too; the banner tells it, and this watcher follows again once it is back.
      if (now === 'open') follow().catch(() => undefined)
    },
    { immediate: true },
  )

  return { on, onFollowing }
})

function isOfType<Type extends EventType>(event: AppEvent, type: Type): event is EventOf<Type> {
  return event.type === type
}
