// A listener on the window that is removed with its component.
import { onBeforeUnmount, onMounted } from 'vue'

export function useEventListener<Name extends keyof WindowEventMap>(
  target: Window,
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
  options: Readonly<{ capture?: boolean }> = {},
): void {
  onMounted(() => target.addEventListener(name, listener, options))
  onBeforeUnmount(() => target.removeEventListener(name, listener, options))
}
