// The `kneepoint` command, from its words to its exit code.
import { guardLastWords } from '#node/crash/last-words.ts'
import { reportFailure } from './exit.ts'
import { watchInterrupts } from './interrupt.ts'
import { requireKnownLanguage, spokenLanguage, withoutLanguage } from './language.ts'
import { withPackageNamed } from './native-packages.ts'
import { runProgram } from './program.ts'
import { ownTerminal } from './terminal.ts'

guardLastWords()

const { args, asked } = withoutLanguage(process.argv.slice(2))
const terminal = ownTerminal(watchInterrupts(), spokenLanguage(asked, process.env))
process.exitCode = await program().catch(async (error: unknown) =>
  reportFailure(await inWords(error), terminal),
)

async function program(): Promise<number> {
  requireKnownLanguage(asked)
  return runProgram(args, terminal)
}

/** Errors of the database are printed by the module that knows it, because that is a native module to load. */
async function inWords(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'SqliteError') return withPackageNamed(error)
  const { explained } = await import('#node/storage/storage-error.ts')
  const { databasePath } = await import('#node/storage/database-path.ts')
  return explained(databasePath(), error)
}
