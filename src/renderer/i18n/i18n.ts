// The window's language: one vue-i18n instance, and `t` with keys the compiler knows.
// In messages, `{name}` is a value and `one | many` chooses by a value called `count`.
import { languageRecords, type Language } from '#core/messages/languages.ts'
import { createI18n } from 'vue-i18n'
import { unbroken } from '#core/format/unbroken.ts'
import { texts, type TextKey } from './texts.ts'

export type TextValues = Readonly<Record<string, string | number>>

/** The text for a key in the current language; reactive to a change of it. */
export type Translate = (key: TextKey, values?: TextValues) => string

export const i18n = createI18n({ legacy: false, fallbackLocale: 'en', messages: texts })

export const t: Translate = (key, values = {}) => unbroken(i18n.global.t(key, values))

export function speak(language: Language): void {
  i18n.global.locale.value = language
  document.documentElement.lang = languageRecords[language].tag
}

/** Reactive to a change of it. */
export function currentLanguage(): Language {
  return i18n.global.locale.value === 'zh' ? 'zh' : 'en'
}
