// A simulated server on a port of its own, for the test that starts it.
import { onTestFinished } from 'vitest'
import { close, createHttpServer, listen } from '#node/simulator/api/http-server.ts'
import { createSimulatedServer } from '#node/simulator/simulated-server.ts'

/** Resolves to its base URL; ends with the test. */
export async function startSimulated(
  ...simulated: Parameters<typeof createSimulatedServer>
): Promise<string> {
  const server = createSimulatedServer(...simulated)
  const http = createHttpServer(server, { apiKey: null, isReady: () => true })
  const port = await listen(http, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.engine.stop()
    await close(http)
  })
  return `http://127.0.0.1:${port}`
}
