// Runs a command, from its arguments to its exit code.
import { appError } from '#core/model/app-error.ts'
import { languages } from '#core/messages/languages.ts'
import { message, textIn } from '#core/messages/message.ts'
import { metDamage } from '#node/storage/met-damage.ts'
import type { Terminal } from './command.ts'
import { endingCode, reportFailure } from './exit.ts'
import { watchInterrupts } from './terminal/interrupt.ts'
import { isKnownLanguage } from './terminal/language.ts'
import { runProgram } from './program.ts'
import type { Screen } from './terminal/screen.ts'
import { isReaderGone, standardError, standardOutput } from './terminal/output.ts'

/** `asked` is the value of `--lang`, or null. */
type Surroundings = Readonly<{ asked: string | null; screen: Screen }>

export async function invoke(
  args: readonly string[],
  { asked, screen }: Surroundings,
): Promise<number> {
  const terminal = ownTerminal(watchInterrupts(), screen)
  const code = await codeOf(args, asked, terminal)
  const outputFailure = await standardOutput.settle()
  if (outputFailure !== null && !isReaderGone(outputFailure)) {
    terminal.note(
      message('cli.problem', { text: message('cli.outputLost', { why: outputFailure.message }) }),
    )
    terminal.note(message('common.indented', { text: message('cli.outputLost.remedy') }))
  }
  return endingCode({ code, interrupted: terminal.interrupted, outputFailure })
}

async function codeOf(
  args: readonly string[],
  asked: string | null,
  terminal: Terminal,
): Promise<number> {
  try {
    requireKnownLanguage(asked)
    const code = await runProgram(args, terminal)
    noteDamage(terminal)
    return code
  } catch (error) {
    return reportFailure(await inWords(error), terminal)
  }
}

/** Entries that a list had to omit. */
function noteDamage({ note }: Pick<Terminal, 'note'>): void {
  const [first, ...others] = metDamage()
  if (first !== undefined) note(message('cli.rowsDamaged', { ...first, count: 1 + others.length }))
}

function requireKnownLanguage(asked: string | null): void {
  if (isKnownLanguage(asked)) return
  throw appError('invalid-input', 'cli.unknownLanguage', { asked, languages: languages.join(', ') })
}

/** Database errors are formatted by the storage module, which is loaded on demand because it is native. */
async function inWords(error: unknown): Promise<unknown> {
  if (isFolderGone(error)) return appError('invalid-input', 'cli.noFolder', {}, { cause: error })
  if (!(error instanceof Error) || error.name !== 'SqliteError') return withPackageNamed(error)
  const { explained } = await import('#node/storage/storage-error.ts')
  const { databasePath } = await import('#node/storage/database-path.ts')
  return explained(databasePath(), error)
}

/** Node resolves relative paths against a folder that was removed. */
function isFolderGone(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd'
}

const nativePackages = ['better-sqlite3', 'tokenizers'] as const

/** Explains an error of Node's loader about a native package; returns any other error unchanged. */
export function withPackageNamed(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const name = nativePackages.find((candidate) => error.message.includes(candidate))
  if (name === undefined) return error
  // The latter comes from the bundle, which is a CommonJS module.
  if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') {
    return appError('internal', 'cli.packageMissing', { name }, { cause: error })
  }
  if (error.code !== 'ERR_DLOPEN_FAILED') return error
  return appError('internal', 'cli.packageBroken', { name, why: error.message }, { cause: error })
}

function ownTerminal(interrupted: AbortSignal, screen: Screen): Terminal {
  return {
    ...screen,
    print: (text) => standardOutput.print(`${textIn(screen.outputLanguage, text)}\n`),
    write: (part) => standardOutput.write(part),
    note: (text) => standardError.print(`${textIn(screen.language, text)}\n`),
    draw: (text) => standardError.draw(text),
    outputClosed: standardOutput.closed,
    interrupted,
  }
}
