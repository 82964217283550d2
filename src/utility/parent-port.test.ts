import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const program = `
import { parentPort } from ${JSON.stringify(new URL('parent-port.ts', import.meta.url).href)}
const port = parentPort()
port.onMessage((text) => port.post('heard ' + text))
port.post('ready')
`

test('signals to the whole group leave it to the parent, whose end is its own', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  expect(await once(child, 'message')).toContain('ready')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  child.send('this')
  const heard = once(child, 'message').then(([text]) => text as unknown)
  expect(await Promise.race([heard, exit])).toBe('heard this')
  child.disconnect()
  expect(await exit).toEqual([0, null])
})
