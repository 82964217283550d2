// Messages of core in the current language.
import type { Text } from '#core/messages/message.ts'
import { currentLanguage } from './i18n.ts'
import { problemText } from './problem-text.ts'

/** Reactive to a change of the language. */
export function said(text: Text): string {
  return problemText(text, currentLanguage())
}
