// The stand-in for Electron hands a utility process every message, however slowly the process loads.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { temporaryFile } from '#node/datasets/fixtures/temporary-file.ts'

const parentPort = new URL('../../e2e/electron-stand-in/utility-parent-port.ts', import.meta.url)

const slowToListen = `await new Promise((resolve) => setTimeout(resolve, 200))
process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data))`

test('a message sent before the process listens is kept for it', async () => {
  const module = await temporaryFile('slow.mjs', slowToListen)
  const child = fork(module, { serialization: 'advanced', execArgv: ['--import', parentPort.href] })
  const echo = once(child, 'message')
  child.send('early')
  expect((await echo)[0]).toBe('early')
  child.kill()
})
