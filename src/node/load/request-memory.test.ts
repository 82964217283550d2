import { Buffer } from 'node:buffer'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { planOf, runAndListen } from './plan.test-support.ts'
import { RequestMemory } from './request-memory.ts'
import { runLoad } from './run-load.ts'
import { serveScript, startStream } from './scripted-server.test-support.ts'
import { sse } from './sse.test-support.ts'

const length = 300_000

test('lends a piece again only after it was given back', () => {
  const memory = new RequestMemory()
  const [one, other] = [memory.take(length), memory.take(length)]
  expect(one.buffer).not.toBe(other.buffer)
  memory.giveBack(one)
  memory.giveBack(one)
  expect(memory.isLent(one)).toBe(false)
  expect(memory.take(length - 1).buffer).toBe(one.buffer)
  expect(memory.take(length).buffer).not.toBe(one.buffer)
})

test('takes back nothing that it did not lend', () => {
  const memory = new RequestMemory()
  const foreign = Buffer.alloc(2 ** 19)
  memory.giveBack(foreign)
  memory.giveBack(memory.take(100))
  expect(memory.take(2 ** 19).buffer).not.toBe(foreign.buffer)
})

test.each([false, true])(
  'long requests arrive whole in shared memory, over TLS: %s',
  async (tls) => {
    const [requests, maxConcurrency] = [24, 4]
    const server = await serveScript(
      async ({ index }, response) => {
        await delay(index % 3)
        startStream(response)
        response.end(sse.whole)
      },
      { tls },
    )
    const bodies = Array.from({ length: requests }, (_, i) => Buffer.alloc(length, `${i},`))
    const plan = planOf(server.url, requests, {
      bodies: writtenBodies(bodies),
      maxConcurrency,
      insecure: tls,
    })
    const allocations = vi.spyOn(Buffer, 'allocUnsafeSlow')
    await runAndListen(runLoad, plan)
    const pieces = allocations.mock.calls.filter(([size]) => size === 2 ** 19).length
    allocations.mockRestore()
    expect(server.requests.map(({ body }) => body).toSorted()).toEqual(
      bodies.map(String).toSorted(),
    )
    expect(pieces).toBeLessThanOrEqual(maxConcurrency)
  },
)
