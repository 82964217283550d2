// Runs a program on a host to its end and gives what it printed.
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import {
  hostText,
  type Host,
  type HostCommand,
  type ProgramOutcome,
  type RunningProgram,
} from './host.ts'

export type RunOptions = Readonly<{
  /** What the program reads; the one way in for secrets. */
  stdin?: string | Uint8Array
  signal?: AbortSignal
  /** Longer than this, and it is ended. */
  timeoutMs?: number
}>

const usualTimeoutMs = 60_000

export async function runProgram(
  host: Host,
  command: HostCommand,
  { stdin = '', signal, timeoutMs = usualTimeoutMs }: RunOptions = {},
): Promise<ProgramOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const why = () => ended(host, command, { isTimeout: timeout.aborted, timeoutMs })
  const program = await host.start(command, end).catch((error: unknown) => {
    throw end.aborted ? why() : error
  })
  const onAbort = () => program.kill()
  end.addEventListener('abort', onAbort, { once: true })
  try {
    const outcome = await outcomeOf(program, stdin)
    if (end.aborted) throw why()
    return outcome
  } finally {
    end.removeEventListener('abort', onAbort)
  }
}

/** The output of a `sh` script; rejects unless it ends with 0. */
export async function runScript(
  host: Host,
  script: string,
  { args = [], ...options }: RunOptions & Readonly<{ args?: readonly string[] }> = {},
): Promise<Buffer> {
  const command = { argv: ['sh', '-c', script, 'kneepoint', ...args] }
  const { code, stdout, stderr } = await runProgram(host, command, options)
  if (code === 0) return stdout
  const said = stderr.toString().trim() || message('hosts.endedWithCode', { code: String(code) })
  throw new AppError('host-failed', message('common.at', { place: host.name, text: said }), {
    remedy: message('hosts.lookAtHost'),
  })
}

function outcomeOf(program: RunningProgram, input: string | Uint8Array): Promise<ProgramOutcome> {
  // A program may end without reading all it is given.
  program.stdin.on('error', () => undefined)
  program.stdin.end(input)
  return endAndOutput(program)
}

/** Of one whose input another caller writes. */
export async function endAndOutput({
  stdout,
  stderr,
  ended: end,
}: Pick<RunningProgram, 'stdout' | 'stderr' | 'ended'>): Promise<ProgramOutcome> {
  const [output, notes, { code, signal }] = await Promise.all([said(stdout), said(stderr), end])
  return { code, signal, stdout: output, stderr: notes }
}

/** What arrived before a connection broke; the program's end reports that it broke. */
function said(stream: Readable): Promise<Buffer> {
  return buffer(stream).catch(() => Buffer.alloc(0))
}

function ended(
  host: Host,
  { argv }: HostCommand,
  { isTimeout, timeoutMs }: Readonly<{ isTimeout: boolean; timeoutMs: number }>,
): AppError {
  const [program = ''] = argv
  if (!isTimeout) {
    return new AppError(
      'cancelled',
      message('hosts.programStopped', { program, host: hostText(host) }),
    )
  }
  return appError('host-failed', 'hosts.programSilent', {
    program,
    host: hostText(host),
    seconds: timeoutMs / 1000,
  })
}
