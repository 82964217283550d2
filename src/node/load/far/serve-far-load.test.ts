import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromFarLoad, ToFarLoad } from '#contract/far-load-protocol.ts'
import { encodeFrame, FrameReader, framesBegin } from './frames.ts'
import { serveFarLoad } from './serve-far-load.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** One whose load never ends by itself. */
function serve() {
  const input = new PassThrough()
  const output = new PassThrough()
  const leave = vi.fn()
  const told: FromFarLoad[] = []
  const reader = new FrameReader()
  output.on('data', (bytes: Buffer) => told.push(...(reader.add(bytes) as FromFarLoad[])))
  serveFarLoad({ input, output, leave }, () => new Promise(() => undefined))
  input.write(framesBegin)
  const ask = async (message: ToFarLoad) => {
    input.write(encodeFrame(message))
    await setImmediate()
  }
  return { input, told, leave, ask }
}

test('it tells the time, and stays as long as somebody asks for it', async () => {
  const { told, leave, ask } = serve()
  for (let minute = 0; minute < 5; minute++) {
    await ask({ type: 'clock', askedMs: minute })
    vi.advanceTimersByTime(50_000)
  }
  expect(leave).not.toHaveBeenCalled()
  expect(told.slice(0, 2)).toEqual([
    { type: 'ready' },
    { type: 'clock', askedMs: 0, epochMs: expect.any(Number) as number },
  ])
})

test('it leaves when nobody was heard of for a minute', async () => {
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
