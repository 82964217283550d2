// A program started over an SSH connection. It first prints its process number: servers refuse signals for sessions
// of root, so a program is ended by another one.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientChannel } from 'ssh2'
import { appError, AppError } from '#core/model/app-error.ts'
import { shellText } from '#core/shell/shell-text.ts'
import { orAborted } from '../or-aborted.ts'
import { mostAtOnce } from './channel-slots.ts'
import type { SshSession } from './connect-hop.ts'
import type { HostCommand, ProgramEnd, RunningProgram } from '../host.ts'

const introduction = 'echo "$$"; exec "$@"'
const ending = 'group=$(ps -o pgid= -p "$1" | tr -d " ") && kill -TERM "-$group"'

export async function startSshProgram(
  session: SshSession,
  command: HostCommand,
  { hostName, signal }: Readonly<{ hostName: string; signal: AbortSignal | undefined }>,
): Promise<RunningProgram & Readonly<{ onClose(listener: () => void): void }>> {
  const { channel, ended } = await untilLetIn(() =>
    execute(session, commandText(command), hostName),
  )
  // Subtle: an exit may be reported before the output, so only a broken connection ends the wait.
  const broken = new Promise<never>((_resolve, reject) => void ended.catch(reject))
  const pid = await orAborted(Promise.race([firstLine(channel), broken]), signal).catch(
    (error: unknown) => {
      // A shell that hangs in its own start never comes to ours.
      channel.close()
      throw error
    },
  )
  return {
    stdin: channel.stdin,
    stdout: channel,
    stderr: channel.stderr,
    ended,
    kill: () => endProgram(session, pid),
    onClose: (listener) => void channel.once('close', listener),
  }
}

/** Nothing can be done where the connection broke, which the program's end says. */
export function endProgram({ ssh }: SshSession, pid: string): void {
  ssh.execCommand(shellText(['sh', '-c', ending, 'sh', pid])).catch(() => undefined)
}

export function connectionBroken(hostName: string, cause?: unknown): AppError {
  return appError('host-unreachable', 'hosts.connectionBroke', { host: hostName }, { cause })
}

/** A connection that broke calls back too, without a reason of the server. */
export function noSession(hostName: string, error: Error & { reason?: unknown }): AppError {
  if (error.reason === undefined) return connectionBroken(hostName, error)
  return appError(
    'host-failed',
    'hosts.noFurtherSession',
    { host: hostName, why: error.message, most: mostAtOnce },
    { cause: error },
  )
}

export function commandText({ argv, environment = {} }: HostCommand): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const words = variables.length === 0 ? argv : ['env', ...variables, ...argv]
  return shellText(['sh', '-c', introduction, 'sh', ...words])
}

type Execution = Readonly<{ channel: ClientChannel; ended: Promise<ProgramEnd> }>

/** A server counts a finished session until it has collected its program, which a busy one delays. */
const refusedForMs = [20, 100, 300, 800] as const

/** Tries again where the server has no session left. */
export async function untilLetIn<T>(attempt: () => Promise<T>): Promise<T> {
  for (const waitMs of refusedForMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'host-failed') throw error
      await delay(waitMs)
    }
  }
  return await attempt()
}

/** node-ssh buffers all output of what it runs; that of a long-running program is read as it arrives. */
function execute(
  { connection }: SshSession,
  command: string,
  hostName: string,
): Promise<Execution> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(connectionBroken(hostName))
    connection.once('close', onClose)
    connection.exec(command, (error, channel) => {
      connection.off('close', onClose)
      // Subtle: its end may be reported in this very turn, so it is listened to at once.
      if (error === undefined) resolve({ channel, ended: endOf(channel, connection, hostName) })
      else reject(noSession(hostName, error))
    })
  })
}

function endOf(
  channel: ClientChannel,
  client: SshSession['connection'],
  hostName: string,
): Promise<ProgramEnd> {
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    const onBroken = () => reject(connectionBroken(hostName))
    client.once('close', onBroken)
    channel.once('exit', (code: number | null, signal?: string) => {
      client.off('close', onBroken)
      resolve({ code, signal: signal ?? null })
    })
    channel.once('close', onBroken)
  })
  // A caller that does not wait for the end does not need the error of a broken connection.
  ended.catch(() => undefined)
  return ended
}

/** Leaves the rest to be read by others. */
async function firstLine(channel: ClientChannel): Promise<string> {
  let line = Buffer.alloc(0)
  for (;;) {
    const piece: unknown = channel.read()
    if (piece === null) {
      if (channel.readableEnded) return line.toString()
      await once(channel, 'readable')
    } else if (Buffer.isBuffer(piece)) {
      line = Buffer.concat([line, piece])
      const end = line.indexOf('\n')
      if (end < 0) continue
      if (end + 1 < line.length) channel.unshift(line.subarray(end + 1))
      return line.subarray(0, end).toString()
    }
  }
}
