// Things the application lists and sends news of, by their ids.
import { shallowReactive, shallowRef, type Ref, type ShallowReactive } from 'vue'
import { useAppEvents } from './app-events.ts'

type Listed<Item> = Readonly<{
  byId: ShallowReactive<Map<string, Item>>
  /** Whether the list has come. */
  loaded: Ref<boolean>
  put: (item: Item) => Item
}>

/** Read again whenever news begins to be followed. */
export function useListed<Item extends Readonly<{ id: string }>>(
  read: () => Promise<readonly Item[]>,
): Listed<Item> {
  const byId = shallowReactive(new Map<string, Item>())
  const loaded = shallowRef(false)

  function put(item: Item): Item {
    byId.set(item.id, item)
    return item
  }

  useAppEvents().onFollowing(async () => {
    const items = await read()
    byId.clear()
    items.forEach(put)
    loaded.value = true
  })

  return { byId, loaded, put }
}
