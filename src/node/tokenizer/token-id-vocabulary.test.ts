import { expect, onTestFinished, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { startTokenizeServer, type ServerManners } from './fixtures/tokenize-server.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { vocabularyWarning, withVocabulary } from './token-id-vocabulary.ts'

const tiny = await loadFileTokenizer(tinyFile)
const config = { ...defaultBenchmarkConfig, promptTokenIds: true }

async function serverWith(tokenizer: typeof tiny | null, manners: ServerManners = {}) {
  const server = await startTokenizeServer(tokenizer, manners)
  onTestFinished(server.close)
  return server
}

test('the server reports how many ids there are', async () => {
  const server = await serverWith(tiny, { info: { vocab_size: 128_000 } })
  expect(await withVocabulary(config, server)).toEqual({ ...config, vocabSize: 128_000 })
})

test('llama.cpp reports it in its list of models', async () => {
  // As b11549 responds, without what is not about the vocabulary.
  const meta = { vocab_type: 1, n_vocab: 368, n_ctx: 1024, n_ctx_train: 2048, ftype: 'all F32' }
  const models = { object: 'list', data: [{ id: 'm', owned_by: 'llamacpp', meta }] }
  const server = await serverWith(tiny, { models })
  expect(await withVocabulary(config, server)).toEqual({ ...config, vocabSize: 368 })
})

test('where it does not, it is found out what it decodes', async () => {
  const { vocabSize } = await withVocabulary(config, await serverWith(tiny))
  expect(vocabSize).toBeGreaterThanOrEqual(tiny.vocabSize)
  expect(vocabSize).toBeLessThan(32_000)
})

test('a named tokenizer decides without the server', async () => {
  const named = { ...config, tokenizer: tinyFile }
  expect(await withVocabulary(named, await serverWith(null))).toMatchObject({
    vocabSize: tiny.vocabSize,
  })
})

test('the assumption about a silent server is reported', async () => {
  const unknown = await withVocabulary(config, await serverWith(null))
  expect(unknown.vocabSize).toBeNull()
  expect(vocabularyWarning(unknown).map(inEnglish)[0]).toContain('token ids below 32000 were sent')
})

test('what is given, or not needed, is left alone', async () => {
  const server = await serverWith(tiny, { info: { vocab_size: 5 } })
  for (const settled of [{ ...config, vocabSize: 77 }, defaultBenchmarkConfig]) {
    expect(await withVocabulary(settled, server)).toBe(settled)
    expect(vocabularyWarning(settled)).toEqual([])
  }
})
