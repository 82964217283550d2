// Selects this window's transport to the application, once at start.
import type { Transport, Wire } from './transport.ts'
import { webTransport } from './web-transport.ts'
import { portChannel, type DesktopBridge } from '#contract/desktop-bridge.ts'
import { RPCLink } from '@orpc/client/message-port'

export function chooseTransport(): Transport {
  const bridge = window.kneepointDesktop
  if (bridge !== undefined) return desktopTransport(bridge)
  return webTransport(window.location.href, takeAccessToken())
}

// The desktop window's transport: a message port that the preload script passes on request.
function desktopTransport(bridge: DesktopBridge): Transport {
  return {
    async open() {
      const port = await requestPort(bridge)
      const closed = new Promise<void>((resolve) => {
        port.addEventListener('close', () => resolve())
      })
      const link = new RPCLink({ port })
      port.start()
      return { link, closed } satisfies Wire
    },
  }
}

function requestPort(bridge: DesktopBridge): Promise<MessagePort> {
  return new Promise((resolve) => {
    function receive(event: MessageEvent<unknown>): void {
      const port = event.ports[0]
      if (event.source !== window || event.data !== portChannel || port === undefined) return
      window.removeEventListener('message', receive)
      resolve(port)
    }
    window.addEventListener('message', receive)
    bridge.requestPort()
  })
}

/** `#token=…`, alone or with further parameters, as in the printed address. Exported for tests. */
export function tokenInHash(hash: string): string | null {
  if (!hash.startsWith('#token=')) return null
  return new URLSearchParams(hash.slice(1)).get('token')
}

/**
 * The token from the address that `kneepoint web` prints: removed from the URL, and sent with the first socket, whose response
 * sets a cookie for all other tabs. Null in a tab that was opened without the printed address.
 */
function takeAccessToken(): string | null {
  const given = tokenInHash(window.location.hash)
  if (given !== null) window.history.replaceState(null, '', window.location.pathname)
  return given
}
