// The terms that the window explains, in one language.
import type { terms } from './en/window/terms.ts'

type GlossaryEntry = Readonly<{
  name: string
  meaning: string
  /** Spellings of the term in texts, longer forms first, ignoring case. Defaults to its name. */
  spelled?: readonly string[]
}>

export type GlossaryTexts<Id extends string> = Readonly<Record<Id, GlossaryEntry>>

export type TermId = keyof typeof terms
