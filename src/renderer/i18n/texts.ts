// Every text of the window, per language. English is at hand; the other languages are loaded when they are spoken.
import { flagTextsEn } from '#core/flags/texts/flag-texts.ts'
import { terms } from '#core/messages/en/window/terms.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import type { TextPath, TranslationOf, ValuesOf } from '#core/messages/window-texts.ts'
import {
  featureTexts,
  type LanguageTexts,
  registered,
  type WindowTexts,
} from './registered-texts.ts'

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = TextPath<WindowTexts>

/** Values of a key's text. */
export type TextValues<Key extends TextKey> = ValuesOf<WindowTexts, Key>

const english: LanguageTexts = {
  window: {
    ...registered,
    ...featureTexts('en'),
    metrics: languageRecords.en.metrics,
    flag: flagTextsEn.labels,
  } as TranslationOf<WindowTexts>,
  glossary: terms,
  flags: flagTextsEn,
}

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<LanguageTexts>>> = {
  zh: async () => (await import('./zh.ts')).zh,
}

const known = new Map<Language, LanguageTexts>([['en', english]])

/** Loads the texts of a language. */
export async function learn(language: Language): Promise<void> {
  if (language !== 'en' && !known.has(language)) known.set(language, await loaders[language]())
}

/** English until the language is learnt. */
export function textsIn(language: Language): LanguageTexts {
  return known.get(language) ?? english
}
