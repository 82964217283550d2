// Runs a program on a host to its end and returns its output.
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
  /** Input of the program; the only safe place for secrets. */
  stdin?: string | Uint8Array
  signal?: AbortSignal
  /** Time after which it is ended. */
  timeoutMs?: number
  /** Output size at which it is ended. */
  mostBytes?: number
}>

const usualTimeoutMs = 60_000
/** Tokenizers have up to 40 MB. */
const usualMostBytes = 64 * 1024 * 1024
/** Bytes kept of the beginning of standard error. */
const mostNoteBytes = 256 * 1024

export async function runProgram(
  host: Host,
  command: HostCommand,
  { stdin = '', signal, timeoutMs = usualTimeoutMs, mostBytes = usualMostBytes }: RunOptions = {},
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
    // A program may end without reading all its input.
    program.stdin.on('error', () => undefined)
    program.stdin.end(stdin)
    const outcome = await endAndOutput(program, { host, command, mostBytes })
    if (end.aborted) throw why()
    return outcome
  } finally {
    end.removeEventListener('abort', onAbort)
  }
}

/** Returns the output of a `sh` script; rejects unless it exits with 0. */
export async function runScript(
  host: Host,
  script: string,
  { args = [], ...options }: RunOptions & Readonly<{ args?: readonly string[] }> = {},
): Promise<Buffer> {
  const command = { argv: ['sh', '-c', script, 'kneepoint', ...args] }
  const { code, stdout, stderr } = await runProgram(host, command, options)
  if (code === 0) return stdout
  throw scriptFailed(host, { code, stderr })
}

export function scriptFailed(
  host: Host,
  { code, stderr }: Pick<ProgramOutcome, 'code' | 'stderr'>,
): AppError {
  const said = stderr.toString().trim() || message('hosts.endedWithCode', { code: String(code) })
  return new AppError('host-failed', message('common.at', { place: host.name, text: said }), {
    remedy: message('hosts.lookAtHost'),
  })
}

type OutputOptions = Readonly<{ host: Host; command: HostCommand; mostBytes?: number }>

/** Returns the output of a program whose input the caller writes. Throws if it was ended for printing too much. */
export async function endAndOutput(
  program: Pick<RunningProgram, 'stdout' | 'stderr' | 'ended' | 'kill'>,
  { host, command, mostBytes = usualMostBytes }: OutputOptions,
): Promise<ProgramOutcome> {
  let isTooMuch = false
  const [stdout, stderr, { code, signal }] = await Promise.all([
    bounded(program.stdout, mostBytes, () => {
      isTooMuch = true
      program.kill()
    }),
    bounded(program.stderr, mostNoteBytes, () => undefined),
    program.ended,
  ])
  if (isTooMuch) throw tooMuch(host, command, mostBytes)
  return { code, signal, stdout, stderr }
}

/** Reads a stream until its end, a broken connection, or the limit; the program's end reports a broken connection. */
async function bounded(stream: Readable, mostBytes: number, onMore: () => void): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (bytes <= mostBytes && bytes + piece.length > mostBytes) onMore()
      bytes += piece.length
      if (bytes <= mostBytes) pieces.push(piece)
    }
  } catch {
    return Buffer.concat(pieces)
  }
  return Buffer.concat(pieces)
}

function tooMuch(host: Host, { argv }: HostCommand, mostBytes: number): AppError {
  const [program = ''] = argv
  return appError('host-failed', 'hosts.tooMuchOutput', {
    program,
    host: hostText(host),
    mib: mostBytes / 1024 / 1024,
  })
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
