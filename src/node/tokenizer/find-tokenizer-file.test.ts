import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findTokenizerFile } from './find-tokenizer-file.ts'
import { tinyFile, tinyFolder } from './fixtures/tiny-tokenizer.ts'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hub-'))
})

afterEach(() => rm(home, { recursive: true }))

async function put(...path: string[]): Promise<string> {
  const file = join(home, ...path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  return file
}

describe('a path', () => {
  test('to the file or to its folder is found', async () => {
    expect(await findTokenizerFile(tinyFile)).toBe(tinyFile)
    expect(await findTokenizerFile(tinyFolder)).toBe(tinyFile)
  })

  test('to nothing is not', async () => {
    expect(
      await findTokenizerFile(join(tinyFolder, 'none'), { environment: { HF_HOME: home } }),
    ).toBeNull()
  })
})

describe('a model of ModelScope', () => {
  test.each(['models/Qwen/Qwen2___5-7B', 'Qwen/Qwen2___5-7B'])('is found in %s', async (folder) => {
    const wanted = await put(folder, 'tokenizer.json')
    const environment = { MODELSCOPE_CACHE: home, VLLM_USE_MODELSCOPE: 'True', HF_HOME: home }
    expect(await findTokenizerFile('Qwen/Qwen2.5-7B', { environment })).toBe(wanted)
    const without = { ...environment, VLLM_USE_MODELSCOPE: 'False' }
    expect(await findTokenizerFile('Qwen/Qwen2.5-7B', { environment: without })).toBeNull()
  })
})

describe('a model in the cache', () => {
  test('is found at the revision main points to', async () => {
    await put('hub', 'models--org--name', 'snapshots', 'aaa', 'tokenizer.json')
    const wanted = await put('hub', 'models--org--name', 'snapshots', 'bbb', 'tokenizer.json')
    await writeFile(await put('hub', 'models--org--name', 'refs', 'main'), 'bbb\n')
    expect(await findTokenizerFile('org/name', { environment: { HF_HOME: home } })).toBe(wanted)
  })

  test('is found at another revision when main lacks the file', async () => {
    const wanted = await put('models--gpt', 'snapshots', 'aaa', 'tokenizer.json')
    await writeFile(await put('models--gpt', 'refs', 'main'), 'bbb')
    expect(await findTokenizerFile('gpt', { environment: { HF_HUB_CACHE: home } })).toBe(wanted)
  })

  test.each([
    { variable: 'HF_HUB_CACHE', below: [] },
    { variable: 'HF_HOME', below: ['hub'] },
    { variable: 'XDG_CACHE_HOME', below: ['huggingface', 'hub'] },
  ])('is looked for where $variable says', async ({ variable, below }) => {
    const wanted = await put(...below, 'models--o--m', 'snapshots', 'aaa', 'tokenizer.json')
    expect(await findTokenizerFile('o/m', { environment: { [variable]: home } })).toBe(wanted)
  })

  test('that is not there is not found', async () => {
    expect(await findTokenizerFile('org/other', { environment: { HF_HOME: home } })).toBeNull()
  })
})

test.each([
  ['auto', ['tekken.json', 'tokenizer.json'], 'tokenizer.json'],
  ['mistral', ['tekken.json', 'tokenizer.json'], 'tekken.json'],
  [
    'auto',
    ['consolidated-00001-of-00002.safetensors', 'tekken.json', 'tokenizer.json'],
    'tekken.json',
  ],
  ['hf', ['consolidated.safetensors', 'tekken.json', 'tokenizer.json'], 'tokenizer.json'],
  ['mistral', ['tokenizer.model.v3', 'tokenizer.json'], null],
] as const)('in mode %s, of %j it is %s', async (mode, names, wanted) => {
  for (const name of names) await put('model', name)
  const found = await findTokenizerFile(join(home, 'model'), { mode, environment: {} })
  expect(found).toBe(wanted && join(home, 'model', wanted))
})
