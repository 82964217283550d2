// Throttles a value to one update per interval, because redrawing at every change is costly.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/** Updates at once after an interval without a change, otherwise with the latest value at its end. */
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
