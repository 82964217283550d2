import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { serverLike } from './fixtures/other-dialects.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { resolveTokenizer, type TokenizerServer } from './resolve-tokenizer.ts'

const local = await loadFileTokenizer(tinyFile)
const texts = ['one of the many', 'a', 'the river keeps its course']
const hi = { messages: [{ role: 'user', content: 'Hi' }] }

async function resolve(server: TokenizerServer, changes: Partial<BenchmarkConfig> = {}) {
  const tokenizer = await resolveTokenizer({ ...defaultBenchmarkConfig, ...changes }, server)
  if (tokenizer === null) throw new Error('no tokenizer')
  return tokenizer
}

test.each(['sglang', 'llama.cpp'] as const)('%s replaces the file', async (name) => {
  const remote = await resolve(await serverLike(name, local))
  const encoded = await remote.encode(texts, true)
  expect(encoded).toEqual(await local.encode(texts, true))
  expect(await remote.encode(texts, false)).toEqual(await local.encode(texts, false))
  expect(await remote.decode(encoded)).toEqual(await local.decode(encoded))
  expect(await remote.renderChats([hi])).toEqual(await local.renderChats([hi]))
  expect(remote.specialTokensAdded).toBe(1)
  expect(remote.vocabSize).toBe(602)
})

test('SGLang decodes special tokens', async () => {
  const server = await serverLike('sglang', local)
  const remote = await resolve(server)
  await remote.decode([Uint32Array.of(0, 41)])
  expect(server.asked.at(-1)).toBe('/detokenize {"tokens":[0,41],"skip_special_tokens":false}')
})

test('the marks of llama.cpp are those of its properties', async () => {
  const remote = await resolve(await serverLike('llama.cpp', local))
  expect(remote.specialTokenIds).toEqual([0, 1])
})

test('the space that llama.cpp prepends to a text is not part of what it decodes', async () => {
  const remote = await resolve(await serverLike('llama.cpp, SentencePiece', local))
  const encoded = await remote.encode(texts, false)
  expect(encoded).toEqual(
    await local.encode(
      texts.map((each) => ` ${each}`),
      false,
    ),
  )
  expect(await remote.decode(encoded)).toEqual(texts)
})

test('Text Generation Inference encodes texts and renders chats', async () => {
  const remote = await resolve(await serverLike('tgi', local), { datasetName: 'custom' })
  expect(await remote.encode(texts, true)).toEqual(await local.encode(texts, true))
  expect(await remote.encode(texts, false)).toEqual(await local.encode(texts, false))
  expect(await remote.renderChats([hi])).toEqual(await local.renderChats([hi]))
  expect(remote.specialTokensAdded).toBe(1)
})

test('for random prompts Text Generation Inference needs the file', async () => {
  const server = await serverLike('tgi', local)
  await expect(resolve(server)).rejects.toMatchObject({
    code: 'tokenizer-unavailable',
    field: 'tokenizer',
    message: `no tokenizer for the model on this machine, and the server does not replace it: ${server.baseUrl} has no /detokenize, which random prompts need`,
    remedy:
      "Pass --tokenizer with the model's name or a folder that holds its tokenizer.json, or use a dataset of texts.",
  })
})
