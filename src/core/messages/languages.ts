// The languages of Kneepoint. Another one is a folder like `zh`, and a line in `records`.
import type { DesktopTexts } from './en/desktop.ts'
import { english } from './en/language.ts'
import type { metricsEn } from './en/metrics.ts'
import type { charts } from './en/window/charts.ts'
import type { Translated } from './window-texts.ts'
import { chinese } from './zh/language.ts'

type LanguageRecord = Readonly<{
  name: string
  tag: string
  catalogue: Readonly<Record<keyof typeof english.catalogue, string>>
  desktop: DesktopTexts
  metrics: typeof metricsEn
  charts: Translated<typeof charts>
}>

const records = { en: english, zh: chinese }

export type Language = keyof typeof records

export const languageRecords: Readonly<Record<Language, LanguageRecord>> = records

export const languages: readonly Language[] = Object.keys(records).filter(isLanguage)

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(records, tag)
}

/** The user's language where we have it, else English. `wanted` are tags such as `zh-CN`, most preferred first. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'
}
