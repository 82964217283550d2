// Texts of features in a language, by their names in keys.
import type { Language } from '#core/messages/languages.ts'
import * as features from './features.ts'

/** English texts of features. */
export type FeatureTexts = Readonly<{
  [Name in keyof typeof features]: (typeof features)[Name]['en']
}>

export function featureTexts(language: Language): Readonly<Record<string, object>> {
  const named = Object.entries<Readonly<Record<Language, object>>>(features)
  return Object.fromEntries(named.map(([name, translations]) => [name, translations[language]]))
}
