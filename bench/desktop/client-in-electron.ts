// Runs in Electron's main process: our client in a utility process, as the desktop program starts it.
import { utilityProcess } from 'electron'
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { ClientFigures } from '../rig/client-figures.ts'
import type { Load } from '../rig/load.ts'
import { runApplicationClient, type Spawned } from './application-client.ts'

export type ElectronOrder = Readonly<{
  port: number
  load: Load
  generator: string
  thread: string
}>

export function runInElectron({
  port,
  load,
  generator,
  thread,
}: ElectronOrder): Promise<ClientFigures> {
  return runApplicationClient(() => spawnGenerator(generator, thread), port, load)
}

function spawnGenerator(generator: string, thread: string): Spawned {
  const child = utilityProcess.fork(generator, [thread], {
    serviceName: 'Kneepoint load generator',
  })
  return {
    pid: () => child.pid ?? null,
    port: {
      post: (message: ToLoadGenerator) => child.postMessage(message),
      onMessage: (listener) =>
        child.on('message', (message: FromLoadGenerator) => listener(message)),
      onExit: (listener) => child.once('exit', listener),
      kill: () => void child.kill(),
    },
  }
}
