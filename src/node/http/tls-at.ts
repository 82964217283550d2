// Queries TLS at an address, after undici reported only a closed connection.
import { once } from 'node:events'
import { connect } from 'node:tls'
import { tlsOptions } from '../load/connections/client-tls.ts'
import { hostOf } from '../load/connections/connector.ts'
import type { ServerAccess } from './http-client.ts'

const patienceMs = 2000

/** Whether a port uses TLS: servers such as uvicorn close plain connections without a response. */
export async function speaksTls(baseUrl: string): Promise<boolean> {
  const socket = connect({ ...placeOf(new URL(baseUrl)), rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) })
    return true
  } catch {
    return false
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

/** The alert that a server sends after the handshake to a rejected client; null if it sends none. */
export async function tlsAlert({ baseUrl, tls, insecure }: ServerAccess): Promise<Error | null> {
  const place = placeOf(new URL(baseUrl))
  const socket = connect({ ...place, ...tlsOptions(tls), rejectUnauthorized: !insecure })
  try {
    await once(socket.resume(), 'close', { signal: AbortSignal.timeout(patienceMs) })
    return null
  } catch (error) {
    return error instanceof Error && error.name !== 'AbortError' ? error : null
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}

function placeOf(url: URL) {
  return { host: hostOf(url), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) }
}
