import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inEnglish } from '#core/messages/message.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { tinyFile, tinyFolder } from './fixtures/tiny-tokenizer.ts'
import {
  startTokenizeServer,
  type RunningServer,
  type ServerManners,
} from './fixtures/tokenize-server.ts'
import { resolveTokenizer } from './resolve-tokenizer.ts'
import { withoutServerTokenizer } from './tokenize-client.ts'

const servers: RunningServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(manners: ServerManners = {}): Promise<RunningServer> {
  return track(await startTokenizeServer(await loadFileTokenizer(tinyFile), manners))
}

function track(server: RunningServer): RunningServer {
  servers.push(server)
  return server
}

async function resolve(
  changes: Partial<BenchmarkConfig>,
  server: RunningServer,
): Promise<Tokenizer> {
  const tokenizer = await resolveTokenizer({ ...defaultBenchmarkConfig, ...changes }, server)
  if (tokenizer === null) throw new Error('no tokenizer')
  return tokenizer
}

const hi = { messages: [{ role: 'user', content: 'Hi' }] }

describe('resolving', () => {
  test.each([{ promptTokenIds: true }, { skipTokenizerInit: true }])(
    'needs no tokenizer with %j',
    async (changes) => {
      const server = track(await startTokenizeServer(null))
      const config = { ...defaultBenchmarkConfig, ...changes }
      expect(await resolveTokenizer(config, server)).toBeNull()
    },
  )

  test('takes the files named, or those of the model', async () => {
    const server = track(await startTokenizeServer(null))
    expect((await resolve({ tokenizer: tinyFolder }, server)).vocabSize).toBe(600)
    expect((await resolve({ model: tinyFile }, server)).vocabSize).toBe(600)
  })

  test('takes the files that the server loaded a renamed model from', async () => {
    const server = track(await startTokenizeServer(null))
    const config = { ...defaultBenchmarkConfig, model: 'my-alias' }
    const tokenizer = await resolveTokenizer(config, { ...server, aliases: [tinyFolder, null] })
    expect(tokenizer?.vocabSize).toBe(600)
  })

  test('refuses a tokenizer that was named and is not there, whatever the server can do', async () => {
    await expect(resolve({ tokenizer: 'org/none' }, await serve())).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      field: 'tokenizer',
    })
  })

  test('refuses a folder without the file of its mode, and asks no hub for it', async () => {
    const resolving = resolve({ tokenizer: tinyFolder, tokenizerMode: 'mistral' }, await serve())
    await expect(resolving).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      field: 'tokenizerMode',
      message: `${tinyFolder} has no tekken.json`,
    })
  })

  test.each([['vocab.json'], ['tokenizer.model'], ['spiece.model'], ['vocab.txt']])(
    'names a %s that must be converted, and how',
    async (...files) => {
      const folder = await mkdtemp(join(tmpdir(), 'convertible-'))
      for (const file of files) await writeFile(join(folder, file), '')
      const resolving = resolve({ tokenizer: folder }, await serve())
      await expect(resolving).rejects.toMatchObject({
        code: 'tokenizer-unavailable',
        field: 'tokenizer',
        message: `${folder} has a ${files[0] ?? ''}, which must be converted, and no tokenizer.json`,
        remedy: expect.stringContaining(`from_pretrained('${folder}').save_pretrained(`) as string,
      })
      await rm(folder, { recursive: true })
    },
  )

  test('says what to do when the server does not stand in either', async () => {
    const server = track(await startTokenizeServer(null))
    const resolving = resolve({ model: 'org/none' }, server)
    await expect(resolving).rejects.toThrow('404')
    await expect(resolving).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      remedy: inEnglish(withoutServerTokenizer),
    })
  })

  test('repeats the reason that the server gives', async () => {
    const resolving = resolve({ model: 'org/other' }, await serve({ serves: ['org/served'] }))
    await expect(resolving).rejects.toThrow('answered 404: The model `org/other` does not exist.')
  })

  test('says so when the server is gone', async () => {
    const server = await startTokenizeServer(null)
    await server.close()
    await expect(resolve({ model: 'org/none' }, server)).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
    })
  })
})

describe('a tokenizer on the server', () => {
  test('works as the file does', async () => {
    const [remote, local] = [await resolve({}, await serve()), await loadFileTokenizer(tinyFile)]
    const texts = Array.from({ length: 40 }, (_, index) => `text number ${index}`)
    const encoded = await remote.encode(texts, true)
    expect(encoded).toEqual(await local.encode(texts, true))
    expect(await remote.decode(encoded)).toEqual(await local.decode(encoded))
    expect(remote.specialTokensAdded).toBe(1)
  })

  test('has the vocabulary that the server reports', async () => {
    const info = { vocab_size: 500, special_token_ids: [0, 1, 2], special_tokens_added: 1 }
    const tokenizer = await resolve({}, await serve({ info }))
    expect(tokenizer.vocabSize).toBe(500)
    expect(tokenizer.specialTokenIds).toEqual([0, 1, 2])
  })

  test('learns the special tokens from added tokens as vLLM lists them', async () => {
    const added = { 1: { content: '</s>', special: true }, 7: { content: 'x' } }
    const info = { tokenizer_class: 'T', added_tokens_decoder: added }
    const tokenizer = await resolve({}, await serve({ info }))
    expect(tokenizer.specialTokenIds).toEqual([0, 1])
  })

  test('has the vocabulary measured when the server keeps it to itself', async () => {
    const tokenizer = await resolve({}, await serve())
    expect(tokenizer.vocabSize).toBe(602)
    expect(tokenizer.specialTokenIds).toEqual([0])
  })

  test('stays below the true vocabulary where unknown ids are refused', async () => {
    const tokenizer = await resolve({}, await serve({ refusesUnknownIds: true }))
    expect(tokenizer.vocabSize).toBeGreaterThan(256)
    expect(tokenizer.vocabSize).toBeLessThanOrEqual(600)
  })

  test('measures no vocabulary for datasets that bring their own words', async () => {
    const tokenizer = await resolve({ datasetName: 'custom' }, await serve())
    expect(tokenizer.vocabSize).toBe(0)
  })

  test('refuses to guess a vocabulary that has no end', async () => {
    const endless: Tokenizer = {
      vocabSize: 1,
      wholeVocabSize: 1,
      specialTokenIds: [],
      markIds: [],
      specialTokensAdded: 0,
      wordCuts: () => null,
      encode: (texts) => Promise.resolve(texts.map(() => Uint32Array.of(1))),
      decode: (sequences) => Promise.resolve(sequences.map(() => 'word')),
      renderChats: () => Promise.resolve(null),
    }
    await expect(resolve({}, track(await startTokenizeServer(endless)))).rejects.toThrow(
      'vocabulary',
    )
  })

  test.each([
    { rendersChats: true, rendered: ['<s><|user|>\nHi</s>\n<|assistant|>\n'] },
    { rendersChats: false, rendered: null },
  ])('renders chats if the server does: $rendersChats', async ({ rendersChats, rendered }) => {
    const tokenizer = await resolve({ datasetName: 'custom' }, await serve({ rendersChats }))
    expect(await tokenizer.renderChats([hi])).toEqual(rendered)
  })

  test('hands variables of the template to the server', async () => {
    const local = await loadFileTokenizer(tinyFile)
    const seen: unknown[] = []
    const renderChats: Tokenizer['renderChats'] = (chats) => {
      seen.push(...chats.map(({ variables }) => variables))
      return Promise.resolve(chats.map(() => 'Hi'))
    }
    const remote = await startTokenizeServer({ ...local, renderChats }, { rendersChats: true })
    const tokenizer = await resolve({ datasetName: 'custom' }, track(remote))
    await tokenizer.renderChats([{ ...hi, variables: { enable_thinking: false } }])
    expect(seen).toEqual([{ enable_thinking: false }])
  })
})
