// The terminal this process runs in.
import { textIn, type Text } from '#core/messages/message.ts'
import { storedText } from '#core/messages/read-back.ts'
import type { Language } from '#core/messages/languages.ts'
import type { Terminal } from '../command.ts'
import type { Screen } from './screen.ts'

export function ownTerminal(interrupted: AbortSignal, screen: Screen): Terminal {
  return {
    ...screen,
    print: (text) => void process.stdout.write(`${rendered(text, screen.outputLanguage)}\n`),
    note: (text) => void process.stderr.write(`${rendered(text, screen.language)}\n`),
    draw: (text) => void process.stderr.write(text),
    interrupted,
  }
}

/** Texts within a message may be stored ones, in English. */
function rendered(text: Text, language: Language): string {
  if (typeof text === 'string') return text
  return textIn(language, storedText(text, language))
}
