import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Listens on a free port of loopback until the test ends, and returns the port; `stop` closes open connections. */
export async function listenUntilFinished(
  server: Server,
  stop: () => void = () => undefined,
): Promise<number> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    stop()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
