// Opens sockets to the server under test, plain or TLS, always HTTP/1.1.
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import { createCachedLookup } from './cached-lookup.ts'

export type Connector = buildConnector.connector

export type ConnectorOptions = Readonly<{
  /** Skip verification of the server's certificate. */
  insecure: boolean
  /** For one attempt to connect. */
  timeoutMs: number
}>

export function createConnector({ insecure, timeoutMs }: ConnectorOptions): Connector {
  return buildConnector({
    allowH2: false,
    rejectUnauthorized: !insecure,
    timeout: timeoutMs,
    lookup: createCachedLookup(),
  })
}

/** Opens a socket ahead of any request. */
export function openSocket(
  connect: Connector,
  { hostname, host, protocol, port }: URL,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const address = hostname.replace(/^\[|\]$/g, '')
    connect({ hostname: address, host, protocol, port }, (error, socket) => {
      if (error === null) resolve(socket)
      else reject(error)
    })
  })
}
