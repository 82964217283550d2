// The browser's transport: a WebSocket to the page's origin, opened with the token of the printed address, or with the cookie
// that an earlier tab received for it. The cookie counts only together with a key in the page's own storage.
import { RPCLink } from '@orpc/client/websocket'
import { AccessRefused, AddressUnknown, type Transport } from './transport.ts'

export function webTransport(pageUrl: string, token: string | null): Transport {
  const protocols = ['kneepoint', `browser.${browserKey()}`, ...(token === null ? [] : [token])]
  return {
    async open() {
      const socket = new WebSocket(socketUrl(pageUrl), protocols)
      const closed = new Promise<void>((resolve) => {
        socket.addEventListener('close', () => resolve())
      })
      const link = new RPCLink({ websocket: socket })
      await opened(socket, pageUrl)
      return { link, closed }
    },
  }
}

const keyName = 'kneepoint.browser'

/** Random, and shared by all tabs of this origin; without storage, only for this page. */
function browserKey(): string {
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  try {
    const kept = localStorage.getItem(keyName)
    if (kept !== null) return kept
    localStorage.setItem(keyName, fresh)
  } catch {
    // A browser may forbid storage; further tabs then need the printed address.
  }
  return fresh
}

/** Relative to the page, which may be below a path of a reverse proxy. Exported for tests. */
export function socketUrl(pageUrl: string): string {
  const url = new URL('api', pageUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

async function opened(socket: WebSocket, pageUrl: string): Promise<void> {
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('close', () => resolve(false))
  })
  if (!isOpen) throw await reasonOf(pageUrl)
}

/** A browser hides why a socket was rejected, so the reason is requested over HTTP. */
async function reasonOf(pageUrl: string): Promise<Error> {
  const response = await fetch(new URL('api', pageUrl), { method: 'POST' }).catch(() => null)
  if (response === null || response.status >= 500)
    return new Error('the application did not answer')
  return response.status === 403 ? new AddressUnknown() : new AccessRefused()
}
