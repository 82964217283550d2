// Taking and giving back a port, with sentences for the ways it can fail.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { AppError, messageOf } from '#core/model/app-error.ts'

export type Address = Readonly<{ host: string; port: number }>

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
  const message = isTaken
    ? `Port ${port} of ${host} is taken.`
    : `Cannot listen on ${host}:${port}: ${messageOf(cause)}.`
  const remedy = isTaken
    ? 'Choose another port, or stop the program that holds it.'
    : 'Choose a port above 1023 and an address of this machine.'
  return new AppError('invalid-input', message, { field: 'port', remedy, cause })
}
