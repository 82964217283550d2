// The browser's transport: a WebSocket to where the page came from, opened with the token of the printed address or the
// cookie that an earlier tab received for it.
import { RPCLink } from '@orpc/client/websocket'
import { AccessRefused, type Transport } from './transport.ts'

export function webTransport(pageUrl: string, token: string | null): Transport {
  const protocols = ['kneepoint', ...(token === null ? [] : [token])]
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

/** Exported for tests. */
export function socketUrl(pageUrl: string): string {
  const url = new URL('/api', pageUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

async function opened(socket: WebSocket, pageUrl: string): Promise<void> {
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('close', () => resolve(false))
  })
  if (isOpen) return
  throw (await isServed(pageUrl))
    ? new AccessRefused()
    : new Error('the application did not answer')
}

/** A browser hides why a socket was refused; that pages are still served shows that the token is missing. */
async function isServed(pageUrl: string): Promise<boolean> {
  const response = await fetch(new URL('/', pageUrl), { method: 'HEAD' }).catch(() => null)
  return response?.ok === true
}
