// The action of a button: its busy state, and the error to show if it fails.
import type { AppError } from '#core/model/app-error.ts'
import { type Component, shallowReactive, watch } from 'vue'
import { callError } from '../../api/call-error.ts'

export type Action = Readonly<{
  busy: boolean
  error: AppError | null
  /** Resolves with true if it succeeded. */
  run: (work: () => Promise<unknown>) => Promise<boolean>
  /** Dismisses an error after it was shown long enough. */
  forget: () => void
}>

export function useAction(): Action {
  const state = shallowReactive<{ busy: boolean; error: AppError | null }>({
    busy: false,
    error: null,
  })

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    state.busy = true
    state.error = null
    try {
      await work()
      return true
    } catch (thrown) {
      state.error = callError(thrown)
      return false
    } finally {
      state.busy = false
    }
  }

  const forget = () => (state.error = null)

  return Object.assign(state, { run, forget })
}

/** Reads the data of `source`, now and whenever it changes; independent of buttons, so that no action waits for it. */
export function useReading<Source>(
  source: () => Source,
  read: (source: Source) => Promise<unknown>,
): Action {
  const reading = useAction()
  watch(source, (wanted) => reading.run(() => read(wanted)), { immediate: true })
  return reading
}

export type MenuAction = Readonly<{
  id: string
  label: string
  icon?: Component
  dangerous?: boolean
  disabled?: boolean
  run: () => void
}>

/** Texts of the dialog before data is permanently lost. */
export type Confirmation = Readonly<{
  title: string
  description: string
  /** Label of the button that confirms. */
  action: string
  /** Label of the button that cancels. */
  keep?: string
}>

export type ConfirmedAction = MenuAction & Readonly<{ confirm?: Confirmation }>

type BarButton = Readonly<{ icon: Component; busy?: boolean; title?: string }>

/** A button: runs an action, or opens its menu. With `icon` it shows only the icon, with the label as its name. */
export type BarAction =
  | (ConfirmedAction & BarButton & Readonly<{ look?: 'plain' | 'primary' | 'icon' }>)
  | (BarButton & Readonly<{ id: string; label: string; menu: readonly MenuAction[] }>)
