// Our own client as the command line runs it, and the floor beneath it, in a fresh process on the client's core.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'
import { onCoresOfThreads } from './processors.ts'

export type OurOrder = Readonly<{ url: string; load: Load }>
export type OurAnswer = Readonly<{ figures: ClientFigures } | { failure: string }>

export const runOurClient = clientIn('our-client-process.ts')
export const runFloorClient = clientIn('floor-client-process.ts')

function clientIn(file: string): (port: number, load: Load) => Promise<ClientFigures> {
  const entry = fileURLToPath(new URL(file, import.meta.url))
  return (port, load) => runProcess(entry, port, load)
}

async function runProcess(entry: string, port: number, load: Load): Promise<ClientFigures> {
  const command = onCoresOfThreads(load.threads ?? 1, [process.execPath, [entry]])
  const child = spawn(...command, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const order: OurOrder = { url: `http://127.0.0.1:${port}/v1/completions`, load }
  child.send(order)
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => [{ failure: `it ended with ${code}` }]),
  ])) as [OurAnswer]
  child.disconnect()
  if ('failure' in answer) throw new Error(`Our client failed: ${answer.failure}`)
  return answer.figures
}
