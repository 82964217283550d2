// A value as it was at most so long ago: what is costly to draw need not follow every change of it.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/** Follows at once when nothing has changed for so long, else with the latest when the time is over. */
export function atMostEvery<T>(ms: number, source: () => T): Readonly<ShallowRef<T>> {
  const followed = shallowRef(source())
  let resting: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    const latest = source()
    const changed = latest !== followed.value
    followed.value = latest
    resting = changed ? setTimeout(follow, ms) : undefined
  }

  watch(source, () => {
    if (resting === undefined) follow()
  })
  onScopeDispose(() => clearTimeout(resting))
  return followed
}
