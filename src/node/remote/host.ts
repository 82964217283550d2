// A machine that runs programs, with two primitives: start a program, open a connection to a port. Everything else – files,
// facts, servers – is built from these, so this computer and a remote one behave alike.
import type { HostCommand } from '#core/command-line/remote-call.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError, appError } from '#core/model/app-error.ts'
import type { Duplex, Readable, Writable } from 'node:stream'
import { randomHex } from '#node/files/make-folder.ts'

export type ProgramEnd = Readonly<{
  /** Null if a signal ended it. */
  code: number | null
  signal: string | null
}>

export type ProgramOutcome = ProgramEnd & Readonly<{ stdout: Buffer; stderr: Buffer }>

export type RunningProgram = Readonly<{
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** Settles when the program has exited and all its output is read; rejects if the connection broke. */
  ended: Promise<ProgramEnd>
  kill(): void
}>

export type GeneratorPlaces = Readonly<{
  /** A file of its image, used if its version matches ours. */
  inImage: string | null
  /** Unpacks it from a mounted folder to `path`, using a Node of the host. */
  unpack?(
    host: Host,
    program: Readonly<{ sha256: string }>,
    place: Readonly<{ node: string; path: string }>,
  ): Promise<void>
  /** Error if only the image may provide it but has a different one or none; `found` is empty then. */
  notInImage?(host: Host, checksums: Readonly<{ found: string; own: string }>): AppError
}>

export type Host = Readonly<{
  /** Name for messages: "gpu-03". */
  name: string
  /** Whether it is this computer, whose ports need no tunnel. */
  isHere: boolean
  /** Address at which its ports may be reachable directly; null if there is none, or before the first program. */
  directAddress: string | null
  /** Load is sent by the Node that we copy, even if the host has another one. */
  takesOurNode?: boolean
  /** Paths in a pod that may contain the load generator, so that no copy is needed. */
  generator?: GeneratorPlaces
  start(command: HostCommand, signal?: AbortSignal): Promise<RunningProgram>
  /** Connects to an address, resolved on the host. */
  connect(address: string, port: number): Promise<Duplex>
  /** Reason why a program ended early, if more is known than its exit code or the broken connection. */
  whyEnded?(code: number | null): Promise<AppError | null>
  close(): Promise<void>
}>

/** The host's name in a message: this computer has a localized name. */
export function hostText({ name, isHere }: Pick<Host, 'name' | 'isHere'>): Text {
  return isHere ? message('hosts.thisComputer') : name
}

export type RunOptions = Readonly<{
  /** Input of the program; the only safe place for secrets. */
  stdin?: string | Uint8Array
  signal?: AbortSignal
  /** Time after which it is killed. */
  timeoutMs?: number
  /** Output size at which it is killed. */
  mostBytes?: number
}>

const usualTimeoutMs = 60_000
/** Tokenizers have up to 40 MB. */
const usualMostBytes = 64 * 1024 * 1024
/** Bytes kept of the beginning of standard error. */
const mostNoteBytes = 256 * 1024

/** Runs a program on a host to its end and returns its output. */
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
    // A program may exit without reading all its input.
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

/** Returns the output of a program whose input the caller writes. Throws if it was killed for printing too much. */
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

type WrittenFile = Readonly<{
  path: string
  contents: string | Uint8Array
  /** `600` for files that only the owner may read. */
  mode: '600' | '700'
}>

/**
 * Writes the file atomically; it is never readable by more users than `mode` allows. Subtle: a broken connection looks like the
 * end of the data; and hosts with a shared home folder may write the same file at once.
 */
const writing = `
umask 077
part=$1.$4.part
mkdir -p "$(dirname "$1")" && cat >"$part" || exit 1
[ "$(wc -c <"$part")" -eq "$3" ] || { rm -f "$part"; echo 'not all of it arrived' >&2; exit 1; }
chmod "$2" "$part" && mv "$part" "$1"
`

export async function writeHostFile(
  host: Host,
  { path, contents, mode }: WrittenFile,
): Promise<void> {
  const bytes = String(Buffer.byteLength(contents))
  await runScript(host, writing, { args: [path, mode, bytes, randomHex(8)], stdin: contents })
}

/** Null if the file does not exist. */
export async function readHostFile(host: Host, path: string): Promise<Buffer | null> {
  const { code, stdout } = await runProgram(host, { argv: ['cat', '--', path] })
  return code === 0 ? stdout : null
}
