// Items that the application lists and reports events of, by id.
import { shallowReactive, shallowRef, type Ref, type ShallowReactive } from 'vue'
import type { Host } from '#core/model/host.ts'
import type { Calibration } from '#core/model/run/calibration.ts'
import type { StoredProfile } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { useAppEvents } from './app-events.ts'

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

/** Updated by events of the noun; read again whenever events begin to be followed. */
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
