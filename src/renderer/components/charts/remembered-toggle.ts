// A display option of plots, stored in this browser.
import { computed, type WritableComputedRef } from 'vue'
import { useSettings } from '../../stores/settings.ts'

/** `name` says what is chosen; plots that use the same name share the choice. */
export function rememberedToggle(name: string, isOnAtFirst: boolean): WritableComputedRef<boolean> {
  const settings = useSettings()
  return computed({
    get: () => settings.settings.toggles[name] ?? isOnAtFirst,
    set: (isOn) => settings.change({ toggles: { ...settings.settings.toggles, [name]: isOn } }),
  })
}
