// The terminal this process runs in.
import { textIn, type Text } from '#core/messages/message.ts'
import { storedText } from '#core/messages/read-back.ts'
import type { Language } from '#core/messages/languages.ts'
import type { Terminal } from '../command.ts'
import { standardError, standardOutput } from './output.ts'
import type { Screen } from './screen.ts'

export function ownTerminal(interrupted: AbortSignal, screen: Screen): Terminal {
  return {
    ...screen,
    print: (text) => standardOutput.print(`${rendered(text, screen.outputLanguage)}\n`),
    write: (part) => standardOutput.write(part),
    note: (text) => standardError.print(`${rendered(text, screen.language)}\n`),
    draw: (text) => standardError.draw(text),
    outputClosed: standardOutput.closed,
    interrupted,
  }
}

/** Texts within a message may be stored ones, in English. */
function rendered(text: Text, language: Language): string {
  if (typeof text === 'string') return text
  return textIn(language, storedText(text, language))
}
