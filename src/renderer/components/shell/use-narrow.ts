// Whether the window is too narrow for names in the navigation: small windows, phones, and wide ones at 200 %.
import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'

export function useNarrow(widestPx = 900): Readonly<ShallowRef<boolean>> {
  const query = window.matchMedia(`(max-width: ${widestPx}px)`)
  const isNarrow = shallowRef(query.matches)
  const follow = () => (isNarrow.value = query.matches)
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return isNarrow
}
