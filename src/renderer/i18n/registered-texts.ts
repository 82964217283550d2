// Texts of a language: files of the same names as the English ones, and texts of features.
import type { FlagTexts } from '#core/flags/texts/flag-texts.ts'
import { sharedTexts } from '#core/messages/en/window.ts'
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'
import type { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import type { TranslationOf } from '#core/messages/window-texts.ts'
import { viewTexts } from '../views/view-texts.ts'
import * as features from './features.ts'

export const registered = { ...sharedTexts, ...viewTexts }

/** English texts of features. */
type FeatureTexts = Readonly<{
  [Name in keyof typeof features]: (typeof features)[Name]['en']
}>

export type WindowTexts = typeof registered &
  FeatureTexts &
  Readonly<{
    metrics: (typeof languageRecords)[Language]['metrics']
    /** Labels of the flags of a benchmark. */
    flag: FlagTexts['labels']
  }>

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
