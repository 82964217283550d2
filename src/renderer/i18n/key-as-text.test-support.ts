// Translates nothing: every text is its key, so that a test names texts and not their words.
import type { Translate } from './i18n.ts'

export const keyAsText = ((key: string) => key) as Translate
