// Languages of Kneepoint. A new one needs a folder like `zh` and an entry here; the compiler then reports the missing
// records.
export const languages = ['en', 'zh'] as const

export type Language = (typeof languages)[number]

/** Language of the user if available, else English. `wanted` are tags such as `zh-CN`, most preferred first. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return languages.some((language) => language === tag)
}
