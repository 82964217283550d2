// The simulator in place of the truthful server, where there is no rig.
import { fileURLToPath } from 'node:url'
import type { FromSimulator, ToSimulator } from '#contract/simulator-protocol.ts'
import { forkChild } from '#node/load/fork-port.ts'

const entry = fileURLToPath(new URL('../../src/utility/simulator.ts', import.meta.url))

export function startSimulatedServer(
  preset: string,
): Promise<Readonly<{ url: string; stop(): void }>> {
  const child = forkChild<ToSimulator, FromSimulator>(entry)
  return new Promise((resolve, reject) => {
    child.onExit((code) => reject(new Error(`the simulator ended with ${code}`)))
    child.onMessage((message) => {
      if (message.type === 'failed') reject(new Error(message.error.message))
      if (message.type !== 'ready') return
      const url = `http://127.0.0.1:${message.port}/v1/completions`
      resolve({ url, stop: () => child.kill() })
    })
    const spec = { kind: 'simulator', preset, port: null, startupS: 0, seed: 0 } as const
    child.post({ type: 'start', spec })
  })
}
