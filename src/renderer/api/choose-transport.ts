// Decides once, at start, how this window reaches the application.
import { takeAccessToken } from './access-token.ts'
import type { Transport } from './transport.ts'
import { desktopTransport } from './desktop-transport.ts'
import { webTransport } from './web-transport.ts'

export function chooseTransport(): Transport {
  const bridge = window.kneepointDesktop
  if (bridge !== undefined) return desktopTransport(bridge)
  return webTransport(window.location.href, takeAccessToken())
}
