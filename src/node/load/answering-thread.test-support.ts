// A loopback server in its own thread, which responds while the test's thread is blocked.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

type Answer = Readonly<{
  /** Sent as soon as a request arrives. */
  first: string
  /** Sent while the test's thread is blocked. */
  rest: string
}>

export type AnsweringThread = Readonly<{
  port: number
  /** Returns when the rest has been sent and that time has elapsed; nothing is read meanwhile. */
  standStill: (ms: number) => void
}>

const source = `
  const { createServer } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const { first, rest, sent } = workerData
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(first))
    parentPort.once('message', () => {
      socket.end(rest, () => {
        Atomics.store(sent, 0, 1)
        Atomics.notify(sent, 0)
      })
    })
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

export async function startAnsweringThread(answer: Answer): Promise<AnsweringThread> {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(source, { eval: true, workerData: { ...answer, sent } })
  onTestFinished(() => void worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  const standStill = (ms: number) => {
    worker.postMessage('go on')
    Atomics.wait(sent, 0, 0)
    Atomics.wait(sent, 0, 1, ms)
  }
  return { port, standStill }
}
