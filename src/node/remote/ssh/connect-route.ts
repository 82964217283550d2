// A connection to a host, through the machines on the way; each is checked under its own name.
import type { Duplex } from 'node:stream'
import type { Client } from 'ssh2'
import { AppError, messageOf } from '#core/model/app-error.ts'
import { connectHop, type SshSurroundings } from './connect-hop.ts'
import type { SshHop } from './ssh-route.ts'

export type RouteConnection = Readonly<{
  client: Client
  /** Resolves when the connection is gone, whoever ended it. */
  closed: Promise<void>
  close(): void
}>

export async function connectRoute(
  hops: readonly SshHop[],
  surroundings: SshSurroundings,
): Promise<RouteConnection> {
  const clients: Client[] = []
  const close = () => clients.toReversed().forEach((client) => client.end())
  try {
    for (const hop of hops) {
      const before = clients.at(-1)
      const through = before === undefined ? null : await openStream(before, hop)
      clients.push(await connectHop(hop, through, surroundings))
    }
  } catch (error) {
    close()
    throw error
  }
  const client = clients.at(-1)
  if (client === undefined) throw new AppError('internal', 'A route without a host.')
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  return { client, closed, close }
}

/** To a port as the far machine sees it. */
export function openStream(
  client: Client,
  { address, port }: Pick<SshHop, 'address' | 'port'>,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    // Subtle: a client whose connection is gone throws instead of calling back.
    client.forwardOut('127.0.0.1', 0, address, port, (error, stream) => {
      if (error === undefined) resolve(stream)
      else reject(refused(`${address}:${port}`, error))
    })
  })
}

/** Reason 1: not allowed to forward; 2: nobody listens there. */
function refused(target: string, error: Error & { reason?: unknown }): AppError {
  const isProhibited = error.reason === 1
  return new AppError(
    isProhibited ? 'unsupported' : 'server-unreachable',
    isProhibited
      ? `The SSH server forwards no connection to ${target}: ${messageOf(error)}.`
      : `Nobody listens at ${target} over there: ${messageOf(error)}.`,
    {
      remedy: isProhibited
        ? 'Its administrator has to allow forwarding (AllowTcpForwarding); else measure from the host itself.'
        : 'Wait until the server is ready, or check its port.',
      cause: error,
    },
  )
}
