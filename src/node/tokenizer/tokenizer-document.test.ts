import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startHub } from '#node/http/fixtures/hub-server.ts'
import { downloadTokenizer } from './download-tokenizer.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { findTokenizerFile } from './find-tokenizer-file.ts'
import { tinyFolder } from './fixtures/tiny-tokenizer.ts'
import { tokenizerAmong } from './tokenizer-document.ts'

const folder = join(import.meta.dirname, 'fixtures', 'byte-pairs')
const messageSchema = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() }))]),
})
const encodedSchema = z.object({
  vocabSize: z.int(),
  specialIds: z.array(z.int()),
  chats: z.array(
    z.object({
      messages: z.array(messageSchema),
      tools: z.array(z.unknown()).optional(),
      text: z.string(),
    }),
  ),
  texts: z.array(z.object({ text: z.string(), ids: z.array(z.int()) })),
})
const encoded = z
  .record(z.string(), encodedSchema)
  .parse(JSON.parse(readFileSync(join(folder, 'encoded.json'), 'utf8')))

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tokenizer-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

describe.each(Object.entries(encoded))('%s', (name, file) => {
  test('gives the ids its own library gives, and the texts again', async () => {
    const tokenizer = await loadFileTokenizer(join(folder, name))
    const texts = file.texts.map(({ text }) => text)
    const ids = await tokenizer.encode(texts, true)
    expect(ids.map((one) => [...one])).toEqual(file.texts.map((one) => one.ids))
    expect(await tokenizer.decode(await tokenizer.encode(texts, false))).toEqual(texts)
  })

  test('has the vocabulary and the marks its own library has', async () => {
    const { vocabSize, specialTokenIds } = await loadFileTokenizer(join(folder, name))
    expect({ vocabSize, specialIds: specialTokenIds }).toEqual({
      vocabSize: file.vocabSize,
      specialIds: file.specialIds,
    })
  })
})

const withChats = Object.entries(encoded).filter(([, { chats }]) => chats.length > 0)

test.each(withChats)('%s writes chats as its own library does', async (name, file) => {
  const tokenizer = await loadFileTokenizer(join(folder, name))
  const chats = file.chats.map(({ messages, tools }) => ({ messages, ...(tools && { tools }) }))
  expect(await tokenizer.renderChats(chats)).toEqual(file.chats.map(({ text }) => text))
})

test('the marks of Mistral are none of the text, and one starts every text', async () => {
  const tokenizer = await loadFileTokenizer(join(folder, 'tekken.json'))
  expect(tokenizer).toMatchObject({ vocabSize: 420, specialTokensAdded: 1 })
  expect(tokenizer.specialTokenIds).toEqual(Array.from({ length: 20 }, (_, id) => id))
  expect(await tokenizer.decode([Uint32Array.of(10, 11)])).toEqual(['[IMG]<pad>'])
})

test.each(['mine.tiktoken', 'tiktoken.model'])(
  '%s of an unknown maker is refused',
  async (name) => {
    const path = join(await temporaryFolder(), name)
    await copyFile(join(folder, 'cl100k_base.tiktoken'), path)
    await expect(loadFileTokenizer(path)).rejects.toThrow(`how ${name} splits texts`)
  },
)

test('a Mistral file of an unknown version writes no chat', async () => {
  const path = join(await temporaryFolder(), 'tekken.json')
  const file = await readFile(join(folder, 'tekken.json'), 'utf8')
  await writeFile(path, file.replace('"version": "v3"', '"version": "v99"'))
  const tokenizer = await loadFileTokenizer(path)
  await expect(
    tokenizer.renderChats([{ messages: [{ role: 'user', content: 'hi' }] }]),
  ).rejects.toMatchObject({
    code: 'tokenizer-unavailable',
    field: 'skipChatTemplate',
    message: 'the Mistral format of chats with a tekken.json of version "v99" is not supported',
  })
})

test.each(['tekken.json', 'tiktoken.model'])(
  '%s that is none is refused by its path',
  async (name) => {
    const path = join(await temporaryFolder(), name)
    await writeFile(path, '{')
    await writeFile(join(path, '..', 'tokenizer_config.json'), '{')
    await expect(loadFileTokenizer(path)).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      field: 'tokenizer',
      message: expect.stringContaining(`${path} cannot be read`) as string,
    })
  },
)

test.each([
  [['tekken.json', 'tokenizer.json', 'config.json'], 'tokenizer.json'],
  [['config.json', 'tekken.json', 'original/tokenizer.json'], 'tekken.json'],
  [['qwen.tiktoken', 'config.json'], 'qwen.tiktoken'],
  [['config.json', 'model.safetensors'], null],
])('of %j it is %s', (paths, file) => {
  expect(tokenizerAmong(paths)).toBe(file)
})

describe('a model of the hub', () => {
  async function hubWith(files: Readonly<Record<string, string>>) {
    const { endpoint, requests } = await startHub([
      { repo: 'org/name', revision: 'main', commit: 'a'.repeat(40), files },
    ])
    const environment = { HF_ENDPOINT: endpoint, HF_HOME: await temporaryFolder() }
    return { environment, requests }
  }

  test('has its tokenizer downloaded, and nothing else', async () => {
    const tiny = await readFile(join(tinyFolder, 'tokenizer.json'), 'utf8')
    const files = {
      'tokenizer.json': tiny,
      'tokenizer_config.json': '{}',
      'model.safetensors': 'x',
    }
    const { environment, requests } = await hubWith(files)
    const path = await downloadTokenizer('org/name', { environment })
    expect(await readFile(path ?? '', 'utf8')).toBe(tiny)
    expect(requests.filter((request) => request.includes('safetensors'))).toEqual([])
    expect(await findTokenizerFile('org/name', { environment })).toBe(path)
  })

  test('without one is refused', async () => {
    const { environment } = await hubWith({ 'config.json': '{}' })
    await expect(downloadTokenizer('org/name', { environment })).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      field: 'tokenizer',
    })
  })

  test('without one that can be read is refused by the name of the file', async () => {
    const { environment } = await hubWith({ 'config.json': '{}', 'tokenizer.model': 'x' })
    await expect(downloadTokenizer('org/name', { environment })).rejects.toThrow(
      'org/name has a tokenizer.model, which must be converted, and no tokenizer.json',
    )
  })

  test('is no path', async () => {
    expect(await downloadTokenizer('/models/mine', { environment: {} })).toBeNull()
  })
})

test('a folder of the name of a tokenizer file is refused', async () => {
  const path = join(await temporaryFolder(), 'tokenizer.json')
  await mkdir(path)
  await expect(loadFileTokenizer(path)).rejects.toMatchObject({ code: 'tokenizer-unavailable' })
})
