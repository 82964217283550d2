// Every text of the window, per language. A language is loaded when it is shown.
import { shallowReactive } from 'vue'
import type { Language } from '#core/messages/languages.ts'
import type { TextPath, ValuesOf } from '#core/messages/window-texts.ts'
import type { LanguageTexts, WindowTexts } from './en.ts'

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = TextPath<WindowTexts>

/** Values of a key's text. */
export type TextValues<Key extends TextKey> = ValuesOf<WindowTexts, Key>

const loaders: Readonly<Record<Language, () => Promise<LanguageTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  zh: async () => (await import('./zh.ts')).zh,
}

const known = shallowReactive(new Map<Language, LanguageTexts>())

/** Loads the texts of a language. */
export async function learn(language: Language): Promise<void> {
  if (!known.has(language)) known.set(language, await loaders[language]())
}

/** Reactive to the end of the load. */
export function isLearnt(language: Language): boolean {
  return known.has(language)
}

/** Its texts must have been learnt (`learn`). */
export function textsIn(language: Language): LanguageTexts {
  const texts = known.get(language)
  if (texts === undefined) throw new Error(`The texts of ${language} are not loaded.`)
  return texts
}
