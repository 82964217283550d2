// Returns keys instead of translations, so that tests do not depend on wording.
import type { Translate } from './i18n.ts'

export const keyAsText = ((key: string) => key) as Translate
