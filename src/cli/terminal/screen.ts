// What this process prints to: in which languages, and how wide it is.
import type { Terminal } from '../command.ts'
import type { SpokenLanguage } from './language.ts'

export type Screen = Pick<Terminal, 'language' | 'outputLanguage' | 'isScreen' | 'columns'>

const pageColumns = 100

export function ownScreen({ language, isAsked }: SpokenLanguage): Screen {
  return {
    language,
    // Programs that read standard output expect English whatever the locale is.
    outputLanguage: isAsked || process.stdout.isTTY ? language : 'en',
    isScreen: process.stderr.isTTY,
    columns: Math.min(process.stdout.columns ?? process.stderr.columns ?? pageColumns, pageColumns),
  }
}
