// What this process prints to: in which languages, and how wide it is.
import type { Terminal } from '../command.ts'
import type { SpokenLanguage } from './language.ts'

export type Screen = Pick<Terminal, 'language' | 'outputLanguage' | 'isScreen' | 'columns'>

const pageColumns = 100

export function ownScreen({ language, isAsked }: SpokenLanguage): Screen {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe)
  return {
    language,
    // Programs that read standard output expect English whatever the locale is.
    outputLanguage: isAsked || process.stdout.isTTY ? language : 'en',
    isScreen: process.stderr.isTTY,
    columns: Math.min(process.stdout.columns ?? process.stderr.columns ?? pageColumns, pageColumns),
  }
}

/** The reader closed the pipe, as `head` does. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}
