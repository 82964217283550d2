import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { planOf, runAndListen } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { sse } from '../sse.test-support.ts'
import { streamed } from './wire-server.test-support.ts'

/** A server that has not accepted the newest connections yet reads them last, whatever was sent when. */
test('the first requests of a burst leave on the connections opened first', async () => {
  const requests = 20
  const acceptedAs = new Map<number, number>()
  let accepted = 0
  const server = createServer((socket) => {
    const place = accepted++
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const [, index] = /\{"request":(\d+)\}/.exec(bytes.toString()) ?? []
      acceptedAs.set(Number(index), place)
      socket.end(streamed(sse.whole))
    })
  })
  const port = await listenUntilFinished(server)
  const plan = planOf(`http://127.0.0.1:${port}/v1/completions`, requests)
  const { records } = await runAndListen(runLoad, plan)
  expect(records.every(({ error }) => error === null)).toBe(true)
  const inOrder = Array.from({ length: requests }, (_, index) => acceptedAs.get(index))
  expect(inOrder).toEqual(Array.from({ length: requests }, (_, index) => index))
})
