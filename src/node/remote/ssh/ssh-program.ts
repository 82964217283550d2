// A program started over an SSH connection, behind any login shell and start-up files. The call prints its process id: servers
// refuse signals for sessions of root, so another program ends it.
import { setTimeout as delay } from 'node:timers/promises'
import { endingScript } from '#core/command-line/remote-call.ts'
import type { SshSession } from './connect-hop.ts'
import type { HostCommand, RunningProgram } from '../host.ts'
import { SessionRefused } from './call-errors.ts'
import { type LoginShell, openCall } from './open-call.ts'

type SshStart = Readonly<{
  hostName: string
  shell: LoginShell
  signal: AbortSignal | undefined
}>

export async function startSshProgram(
  session: SshSession,
  command: HostCommand,
  { hostName, shell, signal }: SshStart,
): Promise<RunningProgram & Readonly<{ onClose(listener: () => void): void }>> {
  const call = await untilLetIn(() => openCall(session, { hostName, shell, signal }))
  call.order(command)
  const { channel, stdout, stderr, ended, pid } = call
  return {
    stdin: channel,
    stdout,
    stderr,
    ended,
    kill() {
      // Unread output would keep the channel open.
      stdout.resume()
      stderr.resume()
      endProgram(session, pid, { hostName, shell })
    },
    onClose: (listener) => void channel.once('close', listener),
  }
}

/** If the connection broke, there is nothing left to end, and the program's end reports it. */
function endProgram(
  session: SshSession,
  pid: string,
  place: Pick<SshStart, 'hostName' | 'shell'>,
): void {
  openCall(session, { ...place, signal: undefined }).then(
    ({ order, channel, stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream.resume()
      order({ argv: ['sh', '-c', endingScript, 'sh', pid] })
      channel.end()
    },
    () => undefined,
  )
}

/** A server counts a finished session until it has collected its program, which a busy one delays. */
const refusedForMs = [20, 100, 300, 800] as const

/** Retries while the server has no session left. */
async function untilLetIn<T>(attempt: () => Promise<T>): Promise<T> {
  for (const waitMs of refusedForMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SessionRefused)) throw error
      await delay(waitMs)
    }
  }
  return await attempt()
}
