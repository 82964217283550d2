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
    columns: screenColumns([process.stdout, process.stderr]),
  }
}

/** Exported for tests. Width in columns. A terminal that does not know its width reports none, or 0. */
export function screenColumns(streams: readonly Readonly<{ columns?: number }>[]): number {
  const known = streams.flatMap(({ columns }) => (columns ? [columns] : []))
  return Math.min(known[0] ?? pageColumns, pageColumns)
}
