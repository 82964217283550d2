// The browser's transport: a WebSocket to where the page came from, opened with the token of the printed address.
import { RPCLink } from '@orpc/client/websocket'
import type { Transport } from './transport.ts'

export function webTransport(pageUrl: string, token: string): Transport {
  return {
    async open() {
      const socket = new WebSocket(socketUrl(pageUrl), ['kneepoint', token])
      const closed = new Promise<void>((resolve) => {
        socket.addEventListener('close', () => resolve())
      })
      const link = new RPCLink({ websocket: socket })
      await opened(socket)
      return { link, closed }
    },
  }
}

export function socketUrl(pageUrl: string): string {
  const url = new URL('/api', pageUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('close', () => reject(new Error('the application did not answer')))
  })
}
