// A connection to a host through intermediate machines; each is verified under its own name.
import type { Duplex } from 'node:stream'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import {
  connectHop,
  openProxy,
  openSocket,
  type SshSession,
  type SshSurroundings,
} from './connect-hop.ts'
import type { SshHop } from './ssh-route.ts'

export type RouteConnection = Readonly<{
  session: SshSession
  /** Resolves when the connection is closed, whichever side closed it. */
  closed: Promise<void>
  close(): void
  /** Sends nothing, because the machine must not receive anything more from us. */
  destroy(): void
}>

export async function connectRoute(
  hops: readonly SshHop[],
  surroundings: SshSurroundings,
): Promise<RouteConnection> {
  const { signal } = surroundings
  const sessions: SshSession[] = []
  const streams: Duplex[] = []
  const close = () => sessions.toReversed().forEach(({ ssh }) => ssh.dispose())
  const destroy = () => streams.toReversed().forEach((stream) => stream.destroy())
  signal?.addEventListener('abort', destroy, { once: true })
  try {
    for (const hop of hops) {
      const before = sessions.at(-1)
      const stream = await (before ? openStream(before, hop) : openFirst(hop, signal))
      streams.push(stream)
      signal?.throwIfAborted()
      sessions.push(await connectHop(hop, stream, surroundings))
    }
  } catch (error) {
    destroy()
    throw error
  } finally {
    signal?.removeEventListener('abort', destroy)
  }
  const session = sessions.at(-1)
  if (session === undefined) throw new AppError('internal', message('hosts.emptyRoute'))
  const closed = new Promise<void>((resolve) => session.connection.once('close', () => resolve()))
  return { session, closed, close, destroy }
}

function openFirst(hop: SshHop, signal: AbortSignal | undefined): Promise<Duplex> | Duplex {
  return hop.proxyCommand === null ? openSocket(hop, signal) : openProxy(hop, hop.proxyCommand)
}

/** A port that drops all packets keeps its host waiting for minutes. */
const longestConnectMs = 15_000

/** Connects to a port as seen from the remote machine. */
export function openStream(
  { ssh, connection }: SshSession,
  { address, port }: Pick<SshHop, 'address' | 'port'>,
): Promise<Duplex> {
  const target = `${address}:${port}`
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(silent(target))
    }, longestConnectMs)
    const onClose = () => reject(connectionLost(target))
    connection.once('close', onClose)
    function settle(): void {
      clearTimeout(timer)
      connection.off('close', onClose)
    }
    try {
      ssh.forwardOut('127.0.0.1', 0, address, port).then(
        (stream) => {
          settle()
          if (isLate) stream.destroy()
          else resolve(stream)
        },
        (error: Error) => {
          settle()
          // Without a reason from the server, the connection broke.
          reject('reason' in error ? refused(target, error) : connectionLost(target, error))
        },
      )
    } catch (error) {
      // If the connection is closed, this throws instead of rejecting.
      settle()
      reject(connectionLost(target, error))
    }
  })
}

type Refusal = Pick<AppError, 'code'> & Readonly<{ message: Text; remedy: Text }>

/** By the reason code of an SSH server. */
const refusals: Readonly<Record<number, (target: string, said: Text) => Refusal>> = {
  1: (target, said) => ({
    code: 'unsupported',
    message: message('hosts.noForwarding', { target, why: said }),
    remedy: message('hosts.noForwarding.remedy'),
  }),
  4: (target, said) => ({
    code: 'host-failed',
    message: message('hosts.noFurtherForwarding', { target, why: said }),
    remedy: message('hosts.noFurtherForwarding.remedy'),
  }),
}

/** Most often, nothing listens there. */
const usualRefusal = (target: string, said: Text): Refusal => ({
  code: 'server-unreachable',
  message: message('hosts.portClosed', { target, why: said }),
  remedy: message('hosts.portClosed.remedy'),
})

function refused(target: string, error: Error & { reason?: unknown }): AppError {
  const refusal = refusals[Number(error.reason)] ?? usualRefusal
  const { code, message: problem, remedy } = refusal(target, textOf(error))
  return new AppError(code, problem, { remedy, cause: error })
}

function silent(target: string): AppError {
  const seconds = longestConnectMs / 1000
  return appError('server-unreachable', 'hosts.targetSilent', { target, seconds })
}

function connectionLost(target: string, cause?: unknown): AppError {
  return appError('host-unreachable', 'hosts.forwardBroke', { target }, { cause })
}
