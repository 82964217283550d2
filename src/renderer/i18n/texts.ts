// Every text of the window, per language. English is registered; the other languages have files of the same names, and are
// loaded when they are spoken.
import { type FlagTexts, flagTextsEn } from '#core/flags/texts/flag-texts.ts'
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'
import { sharedTexts } from '#core/messages/en/window.ts'
import { terms } from '#core/messages/en/window/terms.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import type { TextPath, TranslationOf, ValuesOf } from '#core/messages/window-texts.ts'
import { viewTexts } from '../views/view-texts.ts'
import * as features from './features.ts'

export const registered = { ...sharedTexts, ...viewTexts }

/** English texts of features. */
type FeatureTexts = Readonly<{
  [Name in keyof typeof features]: (typeof features)[Name]['en']
}>

type WindowTexts = typeof registered &
  FeatureTexts &
  Readonly<{
    metrics: (typeof languageRecords)[Language]['metrics']
    /** Labels of the flags of a benchmark. */
    flag: FlagTexts['labels']
  }>

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = TextPath<WindowTexts>

/** Values of a key's text. */
export type TextValues<Key extends TextKey> = ValuesOf<WindowTexts, Key>

export type LanguageTexts = Readonly<{
  window: TranslationOf<WindowTexts>
  glossary: GlossaryTexts<TermId>
  flags: FlagTexts
}>

/** Texts of features in a language, by their names in keys. */
export function featureTexts(language: Language): Readonly<Record<string, object>> {
  const named = Object.entries<Readonly<Record<Language, object>>>(features)
  return Object.fromEntries(named.map(([name, translations]) => [name, translations[language]]))
}

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
