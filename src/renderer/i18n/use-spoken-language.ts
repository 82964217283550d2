// Tells the application which language the window speaks: before it quits, it may have to ask something by itself.
import { watch } from 'vue'
import { useClient } from '../api/client.ts'
import { useSettings } from '../stores/settings.ts'

export function useSpokenLanguage(): void {
  const client = useClient()
  const settings = useSettings()
  // Where it cannot be told, no one will be asked either.
  const tell = (language: typeof settings.language) =>
    void client.app.speak({ language }).catch(() => undefined)
  watch(() => settings.language, tell, { immediate: true })
}
