// Properties of this process's output: languages and width.
import type { Terminal } from '../command.ts'
import type { SpokenLanguage } from './language.ts'

export type Screen = Pick<Terminal, 'language' | 'outputLanguage' | 'isScreen' | 'columns'>

const pageColumns = 100

export function ownScreen({ language, isAsked }: SpokenLanguage): Screen {
  return {
    language,
    // Programs that read standard output expect English in every locale.
    outputLanguage: isAsked || process.stdout.isTTY ? language : 'en',
    isScreen: process.stderr.isTTY,
    columns: screenColumns([process.stdout, process.stderr]),
  }
}

/** Width in columns. Exported for tests. A terminal of unknown width reports none, or 0. */
export function screenColumns(streams: readonly Readonly<{ columns?: number }>[]): number {
  const known = streams.flatMap(({ columns }) => (columns ? [columns] : []))
  return Math.min(known[0] ?? pageColumns, pageColumns)
}
