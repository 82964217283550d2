// The languages of the window, and which of them a reader gets.
export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

/** The user's language where we have it, else English. `wanted` are tags such as `zh-CN`, most preferred first. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.find((tag) => /^(en|zh)\b/i.test(tag))
  return known?.toLowerCase().startsWith('zh') === true ? 'zh' : 'en'
}
