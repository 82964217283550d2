// The terminal this process runs in.
import { textIn, type Text } from '#core/messages/message.ts'
import { storedText } from '#core/messages/read-back.ts'
import type { Language } from '#core/messages/languages.ts'
import type { Terminal } from './command.ts'
import type { SpokenLanguage } from './language.ts'

const pageColumns = 100

export function ownTerminal(
  interrupted: AbortSignal,
  { language, isAsked }: SpokenLanguage,
): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe)
  // Programs that read standard output expect English whatever the locale is.
  const outputLanguage = isAsked || process.stdout.isTTY ? language : 'en'
  return {
    print: (text) => void process.stdout.write(`${rendered(text, outputLanguage)}\n`),
    note: (text) => void process.stderr.write(`${rendered(text, language)}\n`),
    draw: (text) => void process.stderr.write(text),
    language,
    outputLanguage,
    isScreen: process.stderr.isTTY,
    columns: Math.min(process.stdout.columns ?? process.stderr.columns ?? pageColumns, pageColumns),
    interrupted,
  }
}

/** Texts within a message may be stored ones, in English. */
function rendered(text: Text, language: Language): string {
  if (typeof text === 'string') return text
  return textIn(language, storedText(text, language))
}

/** The reader closed the pipe, as `head` does. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}
