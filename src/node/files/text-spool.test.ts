import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoredText } from '#core/workload/stored-text.ts'
import { PrivateFile } from './private-file.ts'
import { TextSpool } from './text-spool.ts'

const long = (start: string) => start.padEnd(600, 'x')

test('short texts and the first long ones stay in memory, further ones go to a private file', () => {
  const folder = temporaryFolder()
  const file = new PrivateFile(folder)
  const spool = new TextSpool(file, 1000)
  expect(spool.keep(long('first'))).toBe(long('first'))
  const texts = ['"quoted"\\\n', 'ünïcødé 语言 🌍', 'half of a pair \ud83c', 'plain'].map(long)
  const kept = texts.map((text) => spool.keep(text))
  expect(kept.map(String)).toEqual(texts)
  expect(kept.every((text) => text instanceof StoredText)).toBe(true)
  expect(JSON.stringify(kept)).toBe(JSON.stringify(texts))
  expect(spool.keep('short')).toBe('short')

  const [first] = kept
  const path = first instanceof StoredText ? first.range.of.path : ''
  expect(dirname(dirname(path))).toBe(folder)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  file.close()
  expect(readdirSync(folder)).toEqual([])
})

test('removes texts of killed processes here, not of running ones nor of other machines this week', () => {
  const folder = temporaryFolder()
  const folderOf = (owner: string) => {
    const path = join(folder, `kneepoint-prompts-${owner}-abcdef`)
    mkdirSync(path)
    return path
  }
  const machine = encodeURIComponent(hostname())
  const kept = [folderOf(`${process.ppid}@${machine}`), folderOf('4194999@other-machine')]
  const removed = [folderOf(`4194999@${machine}`), folderOf('4194998@other-machine')]
  utimesSync(removed[1] ?? '', 1, 1)
  const file = new PrivateFile(folder)
  const spool = new TextSpool(file, 0)
  spool.keep(long('text'))
  expect(kept.map((path) => existsSync(path))).toEqual([true, true])
  expect(removed.map((path) => existsSync(path))).toEqual([false, false])
  file.close()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
