// The desktop window's carrier: a message port that the preload script hands over on request.
import { portChannel, type DesktopBridge } from '#contract/desktop-bridge.ts'
import { RPCLink } from '@orpc/client/message-port'
import type { Carrier, Wire } from './carrier.ts'

export function desktopCarrier(bridge: DesktopBridge): Carrier {
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
