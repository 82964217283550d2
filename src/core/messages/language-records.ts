// All texts of the program per language. Import this only to render texts, because they are large.
import { chinese } from '#core/messages/chinese.ts'
import type { DesktopTexts } from './en/desktop.ts'
import { english } from '#core/messages/english.ts'
import type { charts } from './en/window/charts.ts'
import type { Language } from './languages.ts'
import type { TranslationOf } from './window-texts.ts'

type LanguageRecord = Readonly<{
  catalogue: Readonly<Record<keyof typeof english.catalogue, string>>
  desktop: DesktopTexts
  metrics: typeof english.metrics
  charts: TranslationOf<typeof charts>
}>

export const languageRecords: Readonly<Record<Language, LanguageRecord>> = {
  en: english,
  zh: chinese,
}
