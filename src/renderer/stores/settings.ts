// The user's settings for windows: theme, language, navigation. Stored only in this browser, and shared by all its windows.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, watchEffect } from 'vue'
import { z } from 'zod'
import {
  type Language,
  languageFacts,
  languages,
  preferredLanguage,
} from '#core/messages/languages.ts'
import { assumedStartSpread, largestStartSpread } from '#core/compare/starts.ts'
import { learn, speak } from '../i18n/i18n.ts'
import { stored } from './stored.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const settingsSchema = z.object({
  theme: z.enum(['system', ...themes]).default('system'),
  language: z.enum(['system', ...languages]).default('system'),
  railFolded: z.boolean().default(false),
  /** Assumed variation between starts of a server in comparisons, as a fraction. */
  startSpread: z.number().min(0).max(largestStartSpread).default(assumedStartSpread),
  /** Display options of plots, by name: logarithmic axes and so on. */
  toggles: z.record(z.string(), z.boolean()).default({}),
})

type Settings = z.infer<typeof settingsSchema>

const storageKey = 'kneepoint.settings'

export const useSettings = defineStore('settings', () => {
  const kept = stored(storageKey, settingsSchema, localStorage)
  const settings = shallowRef<Settings>(kept.read())
  const systemIsDark = followSystemTheme()

  const theme = computed<Theme>(() => {
    if (settings.value.theme !== 'system') return settings.value.theme
    return systemIsDark.value ? 'dark' : 'light'
  })
  const wantedLanguage = computed(() =>
    settings.value.language === 'system'
      ? preferredLanguage(navigator.languages)
      : settings.value.language,
  )

  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) settings.value = kept.read()
  })
  watchEffect(() => {
    document.documentElement.dataset['theme'] = theme.value
  })
  /** The displayed language: the chosen one once its texts are loaded. */
  const language = shallowRef<Language>('en')
  const isReady = speakWanted()
  watch(wantedLanguage, speakWanted)

  async function speakWanted(): Promise<void> {
    const wanted = wantedLanguage.value
    await learn(wanted)
    if (wanted !== wantedLanguage.value) return
    speak(wanted)
    language.value = wanted
    document.documentElement.lang = languageFacts[wanted].tag
  }

  function change(part: Partial<Settings>): void {
    settings.value = { ...settings.value, ...part }
    kept.write(settings.value)
  }

  return { settings, theme, language, isReady, change }
})

function followSystemTheme() {
  const query = window.matchMedia('(prefers-color-scheme: dark)')
  const isDark = shallowRef(query.matches)
  query.addEventListener('change', (event) => (isDark.value = event.matches))
  return isDark
}
