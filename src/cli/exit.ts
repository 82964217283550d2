// How the program ends: the sentence that goes with a failure, and the exit code.
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
  /** All went well, but the server did not do what was asked of it. */
  limitsBroken: 3,
  /** Of `gate`: nothing was measured that could be compared. */
  notValid: 4,
  /** The terminal was closed, or the launcher was killed: SIGHUP. */
  hungUp: 129,
  /** By any signal until `endingCode` names it; Ctrl-C. */
  interrupted: 130,
  /** Nothing reads standard output any more: SIGPIPE. */
  pipeClosed: pipeClosedCode,
  terminated: 143,
} as const

/** Not the user's fault: the same command may work the next time. */
const notTheInput: readonly AppErrorCode[] = [
  'busy',
  'database-newer',
  'database-unavailable',
  'process-ended',
  'internal',
]

/** Prints what happened and what to do about it; returns the exit code. A bug keeps its stack. */
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
  note(message('cli.problem', { text: mapTexts(problem, withoutSecrets) }))
  if (remedy !== null) note(message('common.indented', { text: remedy }))
  return notTheInput.includes(error.code) || isDiskFailure(error.cause)
    ? exitCodes.broken
    : exitCodes.badInput
}

function isInterruption(error: unknown, { aborted }: AbortSignal): boolean {
  if (error instanceof AppError) return error.code === 'cancelled'
  return aborted && error instanceof Error && error.name === 'AbortError'
}

/** Full or broken, which another place in the arguments need not mend. */
function isDiskFailure(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && diskFailures.includes(String(cause.code))
}

const diskFailures: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG']

/** Exit code of one run, which is broken if it was cut short or if nothing succeeded. */
export function runCode({
  outcome,
  summary,
}: Pick<BenchmarkResult, 'outcome' | 'summary'>): number {
  if (outcome.cancelled) return exitCodes.interrupted
  return isCutShort(outcome) || isUnsuccessful(summary) ? exitCodes.broken : exitCodes.done
}

/** It ended by itself, but is not the load that was asked for. */
function isCutShort({ timedOut, failureLimit, workers = [] }: BenchmarkResult['outcome']) {
  return timedOut || failureLimit !== undefined || workers.some(({ state }) => state === 'lost')
}

type CommandOutcome = Readonly<{
  /** As the command returned it. */
  code: number
  interrupted: AbortSignal
  /** Why standard output could not be written to its end. */
  outputFailure: NodeJS.ErrnoException | null
}>

/** The exit code of the program, for every command: which signal ended it, and whether its output arrived. */
export function endingCode({ code, interrupted, outputFailure }: CommandOutcome): number {
  if (code === exitCodes.interrupted) return interruptCode(interrupted)
  if (code !== exitCodes.done || outputFailure === null) return code
  return isReaderGone(outputFailure) ? exitCodes.pipeClosed : exitCodes.broken
}
