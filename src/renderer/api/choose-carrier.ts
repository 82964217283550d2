// Decides once, at start, how this window reaches the application.
import { takeAccessToken } from './access-token.ts'
import type { Carrier } from './carrier.ts'
import { desktopCarrier } from './desktop-carrier.ts'
import { webCarrier } from './web-carrier.ts'

export function chooseCarrier(): Carrier {
  const bridge = window.kneepointDesktop
  if (bridge !== undefined) return desktopCarrier(bridge)
  return webCarrier(window.location.href, takeAccessToken())
}
