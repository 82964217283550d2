import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { loadKeptTokenizer } from './kept-tokenizer.ts'

const options = { tidiesBytePairs: false }

async function copyOfTiny(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tokenizer-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'tokenizer.json')
  await copyFile(tinyFile, file)
  return file
}

test('a tokenizer is loaded once, together with what is known of its cuts', async () => {
  const file = await copyOfTiny()
  const [first, second] = await Promise.all([
    loadKeptTokenizer(file, options),
    loadKeptTokenizer(file, options),
  ])
  expect(second).toBe(first)
  expect(first.wordCuts()).toBe(second.wordCuts())
})

test('another file, other options or a changed file beside it are loaded', async () => {
  const file = await copyOfTiny()
  const first = await loadKeptTokenizer(file, options)
  expect(await loadKeptTokenizer(file, { ...options, tidiesBytePairs: true })).not.toBe(first)
  const again = await loadKeptTokenizer(file, options)
  await writeFile(join(file, '..', 'tokenizer_config.json'), '{"bos_token":"<|user|>"}')
  const changed = await loadKeptTokenizer(file, options)
  expect(changed).not.toBe(again)
  expect(changed.specialTokenIds).not.toEqual(again.specialTokenIds)
})

test('a file that cannot be read is read again', async () => {
  const file = await copyOfTiny()
  await writeFile(file, '{')
  await expect(loadKeptTokenizer(file, options)).rejects.toMatchObject({
    code: 'tokenizer-unavailable',
  })
  await copyFile(tinyFile, file)
  expect((await loadKeptTokenizer(file, options)).vocabSize).toBe(600)
})
