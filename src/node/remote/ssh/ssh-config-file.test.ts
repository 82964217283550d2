import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSshConfig } from './ssh-config-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-ssh-config-'))
const file = path.join(folder, 'config')
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['a Host line that names none', 'Host \n', 'cannot be parsed'],
  ['a file that includes itself', `Include ${file}\n`.repeat(9), 'more than 256 files'],
])('%s is refused in a sentence that names the file', (_what, text, sentence) => {
  writeFileSync(file, text)
  expect(() => readSshConfig(file)).toThrow(sentence)
  expect(() => readSshConfig(file)).toThrow(file)
})
