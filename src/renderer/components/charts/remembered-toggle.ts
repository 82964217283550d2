// A display option of plots, stored in this browser.
import { computed, type WritableComputedRef } from 'vue'
import { useSettings } from '../../stores/settings.ts'

/** `name` identifies the option; plots with the same name share it. */
export function rememberedToggle(name: string, isOnAtFirst: boolean): WritableComputedRef<boolean> {
  const settings = useSettings()
  return computed({
    get: () => settings.settings.toggles[name] ?? isOnAtFirst,
    set: (isOn) => settings.change({ toggles: { ...settings.settings.toggles, [name]: isOn } }),
  })
}
