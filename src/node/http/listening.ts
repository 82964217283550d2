// The port of a local server, or the reason why it is not listening.
import type { Server } from 'node:http'
import { appError, type AppError, messageOf } from '#core/model/app-error.ts'

type Place = Readonly<{ host: string; port: number; field: 'port' | 'http' }>

export function cannotListen({ host, port, field }: Place, cause: unknown): AppError {
  const place = { host, port, why: messageOf(cause) }
  return appError('invalid-input', 'cli.cannotListen', place, { field, cause })
}

/** Null if it does not listen on a port. */
export function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}
