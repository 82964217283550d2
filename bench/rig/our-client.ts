// Our own client as the command line runs it, in a fresh process on the client's core.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClientFigures } from './client-figures.ts'
import type { Load } from './load.ts'
import { onCoreOf } from './processors.ts'

const entry = fileURLToPath(new URL('our-client-process.ts', import.meta.url))

export type OurOrder = Readonly<{ url: string; load: Load }>
export type OurAnswer = Readonly<{ figures: ClientFigures } | { failure: string }>

export async function runOurClient(port: number, load: Load): Promise<ClientFigures> {
  const command = onCoreOf('client', [process.execPath, [entry]])
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
