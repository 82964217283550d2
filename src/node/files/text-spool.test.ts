import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('texts that a killed process left behind are removed, those of running ones are not', () => {
  const folder = temporaryFolder()
  const abandoned = join(folder, 'kneepoint-prompts-4194999-abcdef')
  const used = join(folder, `kneepoint-prompts-${process.ppid}-abcdef`)
  for (const each of [abandoned, used]) mkdirSync(each)
  const file = new PrivateFile(folder)
  const spool = new TextSpool(file, 0)
  spool.keep(long('text'))
  expect([existsSync(abandoned), existsSync(used)]).toEqual([false, true])
  file.close()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
