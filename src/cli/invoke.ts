// A command, from its arguments to its exit code.
import { appError } from '#core/model/app-error.ts'
import { languages } from '#core/messages/languages.ts'
import { reportFailure } from './exit.ts'
import { watchInterrupts } from './terminal/interrupt.ts'
import { isKnownLanguage } from './terminal/language.ts'
import { withPackageNamed } from './native-packages.ts'
import { runProgram } from './program.ts'
import type { Screen } from './terminal/screen.ts'
import { ownTerminal } from './terminal/terminal.ts'

/** `asked`: the language of `--lang`, or null. */
type Surroundings = Readonly<{ asked: string | null; screen: Screen }>

export async function invoke(
  args: readonly string[],
  { asked, screen }: Surroundings,
): Promise<number> {
  const terminal = ownTerminal(watchInterrupts(), screen)
  try {
    requireKnownLanguage(asked)
    return await runProgram(args, terminal)
  } catch (error) {
    return reportFailure(await inWords(error), terminal)
  }
}

function requireKnownLanguage(asked: string | null): void {
  if (isKnownLanguage(asked)) return
  throw appError('invalid-input', 'cli.unknownLanguage', { asked, languages: languages.join(', ') })
}

/** Errors of the database are printed by the module that knows it, because that is a native module to load. */
async function inWords(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'SqliteError') return withPackageNamed(error)
  const { explained } = await import('#node/storage/storage-error.ts')
  const { databasePath } = await import('#node/storage/database-path.ts')
  return explained(databasePath(), error)
}
