// Commands of the current page, as its toolbars offer them to the command palette.
import { onBeforeUnmount, onMounted, shallowReactive } from 'vue'

export type PageCommand = Readonly<{ id: string; name: string; run: () => void }>

const offered = shallowReactive(new Map<symbol, () => readonly PageCommand[]>())

/** Registers them while the component is mounted. */
export function offerCommands(commands: () => readonly PageCommand[]): void {
  const key = Symbol('toolbar')
  onMounted(() => offered.set(key, commands))
  onBeforeUnmount(() => offered.delete(key))
}

export function pageCommands(): readonly PageCommand[] {
  return [...offered.values()].flatMap((commands) => commands())
}
