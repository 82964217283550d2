// One call on a host: starts `sh` behind the login shell, waits for its marker, and cuts its output at the markers.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ClientChannel } from 'ssh2'
import {
  bootstraps,
  callOpening,
  loaderLines,
  orderLine,
  type CallOpening,
  type HostCommand,
} from '#core/command-line/remote-call.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { ProgramEnd } from '../host.ts'
import { orAborted } from '../or-aborted.ts'
import type { SshSession } from './connect-hop.ts'
import {
  connectionBroken,
  noSession,
  shellAltersOutput,
  shellFloods,
  shellIsTerminal,
  shellRefuses,
  shellSilent,
} from './call-errors.ts'
import { MarkedOutput } from './marked-output.ts'

/** Facts about the login shell of a host; kept as long as the host exists. */
export type LoginShell = {
  bootstrap: (typeof bootstraps)[number]
  /** Whether it has started a program before, so that a longer silence means a loaded host. */
  hasStarted: boolean
  /** Time limit without output for a shell that has not started a program yet. */
  longestSilenceMs: number
}

export type Call = Readonly<{
  channel: ClientChannel
  stdout: MarkedOutput
  stderr: MarkedOutput
  pid: string
  /** Rejects if the connection breaks. */
  ended: Promise<ProgramEnd>
  /** Sends the command; call this once. Input for the program may follow. */
  order(command: HostCommand): void
}>

export type CallOptions = Readonly<{
  hostName: string
  shell: LoginShell
  signal: AbortSignal | undefined
}>

/** A host may be slow because its GPUs are in use. */
const longestBusySilenceMs = 60_000
const longestNameMs = 3000
const mostNameText = 4096

export function loginShell(longestSilenceMs: number): LoginShell {
  return { bootstrap: bootstraps[0], hasStarted: false, longestSilenceMs }
}

/** Rejects with a message that names the login shell if it does not start `sh`. */
export async function openCall(session: SshSession, calling: CallOptions): Promise<Call> {
  const { shell } = calling
  let problem: ShellEnded | null = null
  for (const bootstrap of bootstraps.slice(bootstraps.indexOf(shell.bootstrap))) {
    try {
      const call = await openWith(bootstrap, session, calling)
      shell.bootstrap = bootstrap
      return call
    } catch (error) {
      if (!(error instanceof ShellEnded)) throw error
      problem = error
      if (!/\bexec\b/.test(error.printed)) break
    }
  }
  const { end = { code: null, signal: null }, printed = '' } = problem ?? {}
  throw shellRefuses(calling.hostName, { end, printed, name: await nameOf(session, calling) })
}

/** Path of the login shell; empty if it does not print it. */
async function nameOf({ connection }: SshSession, { hostName }: CallOptions): Promise<string> {
  const started = await execute(connection, 'echo $SHELL', hostName).catch(() => null)
  if (started === null) return ''
  const { channel } = started
  const printed = new Promise<string>((resolve) => {
    let text = ''
    channel.on('data', (bytes: Buffer) => (text = (text + bytes.toString()).slice(0, mostNameText)))
    channel.stderr.resume()
    channel.once('close', () => resolve(text))
    setTimeout(() => resolve(text), longestNameMs).unref()
  })
  const [name = ''] = (await printed).match(/^\/[\w./+-]+$/m) ?? []
  channel.close()
  return name
}

/** The login shell ended before `sh` printed its marker. */
class ShellEnded extends Error {
  readonly end: ProgramEnd
  readonly printed: string

  constructor(end: ProgramEnd, printed: string) {
    super(printed)
    this.end = end
    this.printed = printed
  }
}

async function openWith(
  bootstrap: string,
  session: SshSession,
  { hostName, shell, signal }: CallOptions,
): Promise<Call> {
  const nonce = randomBytes(12).toString('hex')
  const { channel, end } = await execute(session.connection, bootstrap, hostName)
  const opened = deferred<CallOpening>()
  const fail = (error: AppError) => opened.reject(error)
  let streamsLeft = 2
  // A background process that holds a stream would keep the channel open.
  const onEnded = () => {
    streamsLeft -= 1
    if (streamsLeft === 0) channel.close()
  }
  const stdout = new MarkedOutput(nonce, {
    onOpened(rest) {
      const opening = callOpening(rest)
      if (opening === null) fail(shellAltersOutput(hostName))
      else opened.resolve(opening)
    },
    onEnded(code) {
      end.resolve({ code, signal: null })
      onEnded()
    },
    onFlood: () => fail(shellFloods(hostName)),
  })
  const stderr = new MarkedOutput(nonce, {
    onOpened: () => undefined,
    onEnded,
    onFlood: () => fail(shellFloods(hostName)),
  })
  const silenceMs = shell.hasStarted ? longestBusySilenceMs : shell.longestSilenceMs
  const silence = setTimeout(() => fail(shellSilent(hostName, silenceMs)), silenceMs)
  const onData = () => void silence.refresh()
  for (const stream of [channel, channel.stderr]) stream.on('data', onData)
  pipeToEnd(channel, stdout)
  pipeToEnd(channel.stderr, stderr)
  end.promise.then(
    (how) => opened.reject(new ShellEnded(how, printedText(stdout, stderr))),
    (error: Error) => opened.reject(error),
  )
  channel.write(loaderLines(nonce))
  try {
    const { pid, isTerminal } = await orAborted(opened.promise, signal)
    if (isTerminal) throw shellIsTerminal(hostName)
    shell.hasStarted = true
    const order = (command: HostCommand) => void channel.write(orderLine(command, nonce))
    return { channel, stdout, stderr, pid, ended: end.promise, order }
  } catch (error) {
    channel.close()
    throw error
  } finally {
    clearTimeout(silence)
    for (const stream of [channel, channel.stderr]) stream.off('data', onData)
  }
}

/** A reader destroys its stream at the end marker, and a channel that is not read to its end never closes. */
function pipeToEnd(source: Readable, marked: MarkedOutput): void {
  source.pipe(marked)
  marked.once('close', () => void source.resume())
}

/** A rejection is not reported as unhandled, because a caller that does not wait does not need the error. */
function deferred<Value>() {
  let [resolve, reject]: [(value: Value) => void, (error: Error) => void] = [nothing, nothing]
  const promise = new Promise<Value>((...settle) => ([resolve, reject] = settle))
  promise.catch(nothing)
  return { promise, resolve, reject }
}

function nothing(): void {}

type End = Readonly<{ promise: Promise<ProgramEnd>; resolve(end: ProgramEnd): void }>

/** An exit may be reported before the output, so its code counts only once the channel is closed. */
function endOf(channel: ClientChannel, connection: Connection, hostName: string): End {
  const { promise, resolve, reject } = deferred<ProgramEnd>()
  let exit: ProgramEnd | null = null
  const onClosed = () => {
    connection.off('close', onClosed)
    if (exit === null) reject(connectionBroken(hostName))
    else resolve(exit)
  }
  connection.once('close', onClosed)
  channel.once('close', onClosed)
  channel.once('exit', (code: number | null, signal?: string) => {
    exit = { code, signal: signal ?? null }
    if (signal !== undefined) resolve(exit)
  })
  return { promise, resolve }
}

/** Output before the marker: standard error first, because it contains reasons. */
function printedText(stdout: MarkedOutput, stderr: MarkedOutput): string {
  return [stderr, stdout]
    .map((stream) => stream.noise())
    .join('\n')
    .trim()
}

type Connection = SshSession['connection']

function execute(
  connection: Connection,
  command: string,
  hostName: string,
): Promise<Readonly<{ channel: ClientChannel; end: End }>> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(connectionBroken(hostName))
    connection.once('close', onClose)
    connection.exec(command, (error, channel) => {
      connection.off('close', onClose)
      if (error !== undefined) {
        reject(noSession(hostName, error))
        return
      }
      // A program may exit without reading all its input.
      channel.on('error', () => undefined)
      // The exit may be in the same packet, and is reported before a promise resolves.
      resolve({ channel, end: endOf(channel, connection, hostName) })
    })
  })
}
