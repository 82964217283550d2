import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('makes a folder with all that is missing above it, and accepts one that exists', () => {
  const folder = path.join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(existsSync(folder)).toBe(true)
})

test('refuses to make a folder below a file', () => {
  const file = path.join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(path.join(file, 'folder'))).toThrow(/ENOTDIR/)
})

test.runIf(existsSync('/proc/self'))('refuses at once where the system makes no folders', () => {
  expect(() => makeFolder('/proc/kneepoint/results')).toThrow(/ENOENT/)
})
