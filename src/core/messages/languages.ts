// Languages of Kneepoint. A new one needs a folder like `zh` and an entry here; the compiler then reports the missing records.
export const languages = ['en', 'zh'] as const

export type Language = (typeof languages)[number]

/** Its name in the language itself, and the `lang` attribute of a page. */
export const languageFacts: Readonly<Record<Language, Readonly<{ name: string; tag: string }>>> = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '简体中文', tag: 'zh-CN' },
}

/** Language of the user if available, else English. `wanted` are tags such as `zh-CN`, most preferred first. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return languages.some((language) => language === tag)
}
