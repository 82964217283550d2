// Taking and giving back a port, with sentences for the ways it can fail.
import { textOf } from '#core/messages/message-error.ts'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

type Address = Readonly<{ host: string; port: number }>

/** Room for a burst of new connections. */
const backlog = 4096

/** Resolves with the port, which port 0 leaves to the system. */
export async function listen(server: Server, address: Address): Promise<number> {
  try {
    server.listen({ ...address, backlog })
    await once(server, 'listening')
  } catch (error) {
    throw refusal(error, address)
  }
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : address.port
}

/** Ends the connections that are still open, too. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function refusal(cause: unknown, { host, port }: Address): AppError {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  const problem = isTaken
    ? message('servers.portTaken', { port, host })
    : message('servers.cannotListen', { host, port, why: textOf(cause) })
  const remedy = isTaken
    ? message('servers.portTaken.remedy')
    : message('servers.cannotListen.remedy')
  return new AppError('invalid-input', problem, { field: 'port', remedy, cause })
}
