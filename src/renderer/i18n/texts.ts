// Every text of the window, per language: what the folders of src/core/messages hold for it.
import type { windowTexts, WindowTexts } from '#core/messages/en/window.ts'
import { languages, type Language } from '#core/messages/languages.ts'
import type { FlagTexts, FlagUnits } from '#core/messages/flag-texts.ts'

type WindowModule = Readonly<{
  windowTexts: typeof windowTexts
  flagTexts: FlagTexts
  flagUnits: FlagUnits
}>

const modules = import.meta.glob<WindowModule>('../../core/messages/*/window.ts', { eager: true })

function moduleOf(language: Language): WindowModule {
  const found = modules[`../../core/messages/${language}/window.ts`]
  if (found === undefined) throw new Error(`src/core/messages/${language} has no window.ts.`)
  return found
}

function perLanguage<T>(textsOf: (module: WindowModule) => T): Readonly<Record<Language, T>> {
  const entries = languages.map((language) => [language, textsOf(moduleOf(language))] as const)
  return Object.fromEntries(entries) as Record<Language, T>
}

export const texts = perLanguage((module) => module.windowTexts)

/** Labels and summaries of the flags of a benchmark. */
export const flagTexts = perLanguage((module) => module.flagTexts)

export const flagUnits = perLanguage((module) => module.flagUnits)

type Paths<Branch> = {
  [Key in keyof Branch & string]: Branch[Key] extends string ? Key : `${Key}.${Paths<Branch[Key]>}`
}[keyof Branch & string]

/** `servers.title` and so on; anything else does not compile. */
export type TextKey = Paths<WindowTexts>
