import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { matchingFiles, nameMatcher } from './matching-files.ts'

test.each([
  ['*', 'config', true],
  ['*', '.hidden', false],
  ['.*', '.hidden', true],
  ['*.conf', 'a.conf', true],
  ['*.conf', 'a.conf.old', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-b-b', false],
  ['?-1', 'a-1', true],
  ['?', '', false],
  ['[a-c]1', 'b1', true],
  ['[!a-c]1', 'b1', false],
  ['[^a]1', 'b1', true],
  ['[]]', ']', true],
  ['[!]]', ']', false],
  ['[a', '[a', true],
  ['{a,b}', 'a', false],
  ['{a,b}', '{a,b}', true],
  ['a+(b)', 'a+(b)', true],
])('%s and %s: %s', (pattern, name, isMeant) => {
  expect(nameMatcher(pattern)(name)).toBe(isMeant)
})

test('files are found in their folders, in order', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-glob-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['b.d', 'a.d', 'c']) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'one.conf'), '')
  }
  const found = (pattern: string) =>
    matchingFiles(path.join(folder, pattern)).map((file) => path.relative(folder, file))
  expect(found('*.d/*.conf')).toEqual(['a.d/one.conf', 'b.d/one.conf'])
  expect(found('c/one.conf')).toEqual(['c/one.conf'])
  expect(found('c/none')).toEqual([])
  expect(found('no/*/such')).toEqual([])
})

test('a pattern made to be slow is not', () => {
  const name = 'a'.repeat(255)
  for (const piece of ['[', '[!', '*a', 'a*', '{a,b}', '?*']) {
    expect(nameMatcher(`${piece.repeat(4000)}b`)(name)).toBe(false)
  }
  expect(matchingFiles(`/${'*'.repeat(5000)}`)).toEqual([])
})
