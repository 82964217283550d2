// Messages of core in the language of the window. What arrives as text alone, such as a stored failure, is read back once the
// English texts are loaded, too.
import { textIn, type Text } from '#core/messages/message.ts'
import { storedText } from '#core/messages/read-back.ts'
import type { Language } from '#core/messages/languages.ts'
import { unbroken } from '#core/base/unbroken.ts'
import { isLearnt } from './texts.ts'

export function problemText(text: Text, language: Language): string {
  return unbroken(textIn(language, isLearnt('en') ? storedText(text, language) : text))
}
