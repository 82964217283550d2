// End of the program: the error message of a failure, and the exit code.
import { mapTexts, message } from '#core/messages/message.ts'
import { AppError, type AppErrorCode } from '#core/model/app-error.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { lastWords } from '#node/crash/last-words.ts'
import { isUnsuccessful } from '#core/stats/genuine-failures.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import type { Terminal } from './command.ts'
import { interruptCode } from './terminal/interrupt.ts'
import { isReaderGone, pipeClosedCode } from './terminal/output.ts'

export const exitCodes = {
  done: 0,
  broken: 1,
  badInput: 2,
  /** The measurement succeeded, but the server missed the limits. */
  limitsBroken: 3,
  /** `gate` had no comparable measurement. */
  notValid: 4,
  /** SIGHUP: the terminal was closed, or the launcher was killed. */
  hungUp: 129,
  /** Any signal until `endingCode` identifies it; Ctrl-C. */
  interrupted: 130,
  /** SIGPIPE: the reader of standard output is gone. */
  pipeClosed: pipeClosedCode,
  terminated: 143,
} as const

/** Failures that are not the user's error: the same command may succeed next time. */
const notTheInput: readonly AppErrorCode[] = [
  'busy',
  'database-newer',
  'database-unavailable',
  'process-ended',
  'internal',
]

/** Prints the problem and its remedy; returns the exit code. Bugs include their stack. */
export function reportFailure(
  error: unknown,
  { note, interrupted }: Pick<Terminal, 'note' | 'interrupted'>,
): number {
  if (isInterruption(error, interrupted)) {
    note(message('cli.problem', { text: message('cli.interruptedBefore') }))
    return exitCodes.interrupted
  }
  if (!(error instanceof AppError)) {
    note(message('cli.problem', { text: lastWords(error) }))
    return exitCodes.broken
  }
  const { message: problem, remedy } = error.content
  note(message('cli.problem', { text: mapTexts(problem, shownText) }))
  if (remedy !== null) note(message('common.indented', { text: remedy }))
  return notTheInput.includes(error.code) || isDiskFailure(error.cause)
    ? exitCodes.broken
    : exitCodes.badInput
}

const longestText = 1000

/** Without secrets, and cut at a length that a terminal shows at once. */
function shownText(text: string): string {
  const shown = withoutSecrets(text)
  return shown.length > longestText ? `${shown.slice(0, longestText)}…` : shown
}

function isInterruption(error: unknown, { aborted }: AbortSignal): boolean {
  if (error instanceof AppError) return error.code === 'cancelled'
  return aborted && error instanceof Error && error.name === 'AbortError'
}

/** The disk is full or broken, which a different path may not solve. */
function isDiskFailure(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && diskFailures.includes(String(cause.code))
}

const diskFailures: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG']

/** Exit code of one run; a run that was cut short, or without any success, counts as broken. */
export function runCode({
  outcome,
  summary,
}: Pick<BenchmarkResult, 'outcome' | 'summary'>): number {
  if (outcome.cancelled) return exitCodes.interrupted
  return isCutShort(outcome) || isUnsuccessful(summary) ? exitCodes.broken : exitCodes.done
}

/** The run completed, but its load differs from the requested one. */
function isCutShort({ timedOut, failureLimit, workers = [] }: BenchmarkResult['outcome']) {
  return timedOut || failureLimit !== undefined || workers.some(({ state }) => state === 'lost')
}

type CommandOutcome = Readonly<{
  /** Exit code returned by the command. */
  code: number
  interrupted: AbortSignal
  /** Reason why standard output could not be written completely. */
  outputFailure: NodeJS.ErrnoException | null
}>

/** Exit code of the program, for every command: depends on the signal that ended it, and on whether all output was written. */
export function endingCode({ code, interrupted, outputFailure }: CommandOutcome): number {
  if (code === exitCodes.interrupted) return interruptCode(interrupted)
  if (code !== exitCodes.done || outputFailure === null) return code
  return isReaderGone(outputFailure) ? exitCodes.pipeClosed : exitCodes.broken
}
