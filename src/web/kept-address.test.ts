import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newToken } from './access.ts'
import { keepAddress, keptAddress } from './kept-address.ts'

function freshFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-address-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'web.json')
}

test('what was kept is used again, and only its owner reads it', () => {
  const file = freshFile()
  const address = { port: 8123, token: newToken() }
  writeFileSync(file, 'of an earlier version')
  chmodSync(file, 0o644)
  keepAddress(file, address)
  expect(keptAddress(file)).toEqual(address)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
})

test.each([
  { remark: 'nothing', text: null },
  { remark: 'no JSON', text: '{"port":' },
  { remark: 'a token that is too short', text: '{"port":8123,"token":"abc"}' },
  { remark: 'no port', text: `{"port":70000,"token":"${'a'.repeat(43)}"}` },
])('$remark gives a new token and any port', ({ text }) => {
  const file = freshFile()
  if (text !== null) writeFileSync(file, text)
  const [first, second] = [keptAddress(file), keptAddress(file)]
  expect(first).toMatchObject({ port: 0 })
  expect(first.token).toHaveLength(43)
  expect(first.token).not.toBe(second.token)
})

test('a token that an earlier version showed to other users is replaced, and the port is kept', () => {
  const file = freshFile()
  const shown = { port: 8123, token: newToken() }
  writeFileSync(file, JSON.stringify(shown))
  expect(keptAddress(file).port).toBe(8123)
  expect(keptAddress(file).token).not.toBe(shown.token)
})
