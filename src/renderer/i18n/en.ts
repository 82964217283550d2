// The window's texts in English, loaded only if the window shows them.
import { type FlagTexts, flagTextsEn } from '#core/flags/texts/flag-texts.ts'
import type { GlossaryTexts, TermId } from '#core/messages/glossary-texts.ts'
import { english as whole } from '#core/messages/en/language.ts'
import * as windowTexts from '#core/messages/en/window.ts'
import { terms } from '#core/messages/en/window/terms.ts'
import type { TranslationOf } from '#core/messages/window-texts.ts'
import * as features from './features.ts'
import { english } from './loaded-languages.ts'

/** The window reads its English texts from this object. */
Object.assign(english, whole)

export type WindowTexts = typeof windowTexts &
  typeof features &
  Readonly<{
    metrics: typeof whole.metrics
    /** Labels of the flags of a benchmark. */
    flag: FlagTexts['labels']
  }>

export type LanguageTexts = Readonly<{
  window: TranslationOf<WindowTexts>
  glossary: GlossaryTexts<TermId>
  flags: FlagTexts
}>

export const en: LanguageTexts = {
  window: {
    ...windowTexts,
    ...features,
    metrics: whole.metrics,
    flag: flagTextsEn.labels,
  },
  glossary: terms,
  flags: flagTextsEn,
}
