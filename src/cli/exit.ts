// How the program ends: exit codes, and the sentence that goes with a failure.
import { mapTexts, message } from '#core/messages/message.ts'
import { AppError, type AppErrorCode } from '#core/model/app-error.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { lastWords } from '#node/crash/last-words.ts'
import type { Terminal } from './command.ts'

export const exitCodes = {
  done: 0,
  broken: 1,
  badInput: 2,
  /** All went well, but the server did not do what was asked of it. */
  limitsBroken: 3,
  /** Of `gate`: nothing was measured that could be compared. */
  notValid: 4,
  interrupted: 130,
} as const

/** Not the user's fault: the same command may work the next time. */
const notTheInput: readonly AppErrorCode[] = [
  'busy',
  'database-newer',
  'database-unavailable',
  'storage-too-slow',
  'process-ended',
  'internal',
]

/** Prints what happened and what to do about it; returns the exit code. A bug keeps its stack. */
export function reportFailure(error: unknown, terminal: Pick<Terminal, 'note'>): number {
  if (!(error instanceof AppError)) {
    terminal.note(message('cli.problem', { text: lastWords(error) }))
    return exitCodes.broken
  }
  if (error.code === 'cancelled') {
    terminal.note(message('cli.problem', { text: message('cli.interruptedBefore') }))
    return exitCodes.interrupted
  }
  const { message: problem, remedy } = error.content
  terminal.note(message('cli.problem', { text: mapTexts(problem, withoutSecrets) }))
  if (remedy !== null) terminal.note(message('common.indented', { text: remedy }))
  return notTheInput.includes(error.code) ? exitCodes.broken : exitCodes.badInput
}
