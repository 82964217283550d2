// Replaces src/core/messages/{english,chinese}.ts in the window: a language is empty until its texts are loaded, because most
// windows show only one.
import type { english as wholeEnglish } from '#core/messages/en/language.ts'
import type { chinese as wholeChinese } from '#core/messages/zh/language.ts'

/** Errors in the first second, before English is loaded beside another language, have their ids as text. */
const ids = new Proxy({}, { get: (_, id) => id, has: () => true })

export const english = { catalogue: ids } as typeof wholeEnglish
export const chinese = {} as typeof wholeChinese
