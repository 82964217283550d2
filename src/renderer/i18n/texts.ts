// Every text of the window, per language. English is registered; the other languages have files of the same names.
import { flagTexts } from '#core/flags/texts/flag-texts.ts'
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'
import { sharedTexts } from '#core/messages/en/window.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import { languages, type Language } from '#core/messages/languages.ts'
import type { TextPath, TranslationOf, ValuesOf } from '#core/messages/window-texts.ts'
import { viewTexts } from '../views/view-texts.ts'
import * as features from './features.ts'

const registered = { ...sharedTexts, ...viewTexts }

/** English texts of features. */
type FeatureTexts = Readonly<{
  [Name in keyof typeof features]: (typeof features)[Name]['en']
}>

type WindowTexts = typeof registered &
  FeatureTexts &
  Readonly<{
    metrics: (typeof languageRecords)[Language]['metrics']
    /** Labels of the flags of a benchmark. */
    flag: (typeof flagTexts)[Language]['labels']
  }>

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = TextPath<WindowTexts>

/** Values of a key's text. */
export type TextValues<Key extends TextKey> = ValuesOf<WindowTexts, Key>

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../core/messages/*/window/*.ts',
  { eager: true },
)

/** Export of the file `name` of a language, under that name or under `exported`. */
function exportOf(language: Language, name: string, exported = name): unknown {
  const path = `src/core/messages/${language}/window/${name}.ts`
  const value = modules[`../../${path.slice('src/'.length)}`]?.[exported]
  if (value === undefined) throw new Error(`${path} does not export ${exported}.`)
  return value
}

function perLanguage<T>(textsOf: (language: Language) => T): Readonly<Record<Language, T>> {
  const entries = languages.map((language) => [language, textsOf(language)] as const)
  return Object.fromEntries(entries) as Record<Language, T>
}

export const texts = perLanguage((language) => {
  const { metrics } = languageRecords[language]
  const entries = Object.keys(registered).map((name) => [name, exportOf(language, name)])
  const ofFeatures = Object.entries<Readonly<Record<Language, object>>>(features).map(
    ([name, translations]) => [name, translations[language]],
  )
  return {
    ...Object.fromEntries([...entries, ...ofFeatures]),
    metrics,
    flag: flagTexts[language].labels,
  } as TranslationOf<WindowTexts>
})

export const glossaries = perLanguage(
  (language) => exportOf(language, 'terms') as GlossaryTexts<TermId>,
)
