// The languages of Kneepoint. Another one is a folder like `zh` and a word here; then the compiler asks for its records.
export const languages = ['en', 'zh'] as const

export type Language = (typeof languages)[number]

/** The user's language where we have it, else English. `wanted` are tags such as `zh-CN`, most preferred first. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '').find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return languages.some((language) => language === tag)
}
