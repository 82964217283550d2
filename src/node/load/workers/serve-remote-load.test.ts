import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromRemoteLoad, ToRemoteLoad } from '#contract/load-protocol.ts'
import { encodeFrame, FrameReader, framesBegin } from './frames.ts'
import { serveRemoteLoad } from './serve-remote-load.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** One whose load never ends by itself. */
function serve() {
  const input = new PassThrough()
  const output = new PassThrough()
  const leave = vi.fn()
  const reported: FromRemoteLoad[] = []
  const reader = new FrameReader()
  output.on('data', (bytes: Buffer) => reported.push(...(reader.add(bytes) as FromRemoteLoad[])))
  serveRemoteLoad({ input, output, leave }, () => new Promise(() => undefined))
  input.write(framesBegin)
  const ask = async (message: ToRemoteLoad) => {
    input.write(encodeFrame(message))
    await setImmediate()
  }
  return { input, reported, leave, ask }
}

test('it reports the time, and stays while a peer asks for it', async () => {
  const { reported, leave, ask } = serve()
  for (let minute = 0; minute < 5; minute++) {
    await ask({ type: 'clock', askedMs: minute })
    vi.advanceTimersByTime(50_000)
  }
  expect(leave).not.toHaveBeenCalled()
  expect(reported.slice(0, 2)).toEqual([
    { type: 'ready' },
    {
      type: 'clock',
      askedMs: 0,
      epochMs: expect.any(Number) as number,
      monotonicMs: expect.any(Number) as number,
    },
  ])
})

test('it exits when there was no message for a minute', async () => {
  const { leave, ask } = serve()
  await ask({ type: 'clock', askedMs: 0 })
  vi.advanceTimersByTime(59_000)
  expect(leave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(leave).toHaveBeenCalledOnce()
})

test('it leaves at once when its input is closed', async () => {
  const { input, leave } = serve()
  input.end()
  await setImmediate()
  expect(leave).toHaveBeenCalled()
})
