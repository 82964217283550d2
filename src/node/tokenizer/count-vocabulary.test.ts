import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countVocabulary } from './token-id-vocabulary.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'

const folder = join(import.meta.dirname, 'fixtures', 'byte-pairs')
const bytePairs = ['cl100k_base.tiktoken', 'tekken.json', 'tekken_v13.json', 'tekken_v7.json']
const files = [tinyFile, ...bytePairs.map((name) => join(folder, name))]

test.each(files)('%s has as many tokens as its library counts', async (path) => {
  expect(await countVocabulary(path)).toBe((await loadFileTokenizer(path)).vocabSize)
})

test.each([
  ['{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["a",-1.5],["b",-2]]}', 3],
  ['{"type":"WordLevel","unk_token":"a","vocab":{"a":0,"b":1}}', 2],
])('counts the tokens of %s', async (model, count) => {
  const path = await fileOf(`{"version":"1.0","added_tokens":[],"model":${model}}`)
  expect(await countVocabulary(path)).toBe(count)
  expect((await loadFileTokenizer(path)).vocabSize).toBe(count)
})

test.each(['{', '{}', '{"model":{"vocab":7}}'])('counts nothing in %s', async (text) => {
  expect(await countVocabulary(await fileOf(text))).toBeNull()
})

async function fileOf(text: string): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'vocabulary-'))
  onTestFinished(() => rm(made, { recursive: true }))
  const path = join(made, 'tokenizer.json')
  await writeFile(path, text)
  return path
}
