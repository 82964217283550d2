import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startHub } from '#node/http/fixtures/hub-server.ts'
import { localHost } from '#node/remote/local-host.ts'
import { downloadTokenizer } from './download-tokenizer.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { fetchHostTokenizer } from './host-tokenizer.ts'
import { tokenizerVersion } from './tokenizer-version.ts'

const idsSchema = z.array(z.array(z.int()))
const folderSchema = z.object({
  special: z.array(z.string()),
  files: z.record(z.string(), z.unknown()),
  vocabSize: z.int(),
  specialIds: z.array(z.int()),
  ids: idsSchema,
  bareIds: idsSchema,
})
type ModelFolder = z.infer<typeof folderSchema>

const { tokens, merges, texts, folders } = z
  .object({
    tokens: z.array(z.string()),
    merges: z.string(),
    texts: z.array(z.string()),
    folders: z.record(z.string(), folderSchema),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/vocab-files.json'), 'utf8')))

function contentsOf({ special, files }: Pick<ModelFolder, 'special' | 'files'>) {
  const vocab = Object.fromEntries([...special, ...tokens].map((token, id) => [token, id]))
  const json = Object.entries({ 'vocab.json': vocab, ...files })
  const texts = json.map(([name, content]) => [name, JSON.stringify(content)])
  return { ...Object.fromEntries(texts), 'merges.txt': merges } as Record<string, string>
}

async function written(folder: Pick<ModelFolder, 'special' | 'files'>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vocab-'))
  onTestFinished(() => rm(path, { recursive: true }))
  for (const [name, text] of Object.entries(contentsOf(folder))) {
    await writeFile(join(path, name), text)
  }
  return join(path, 'vocab.json')
}

describe.each(Object.entries(folders))('a folder of %s', (_name, folder) => {
  test('gives the ids that transformers gives, and the texts again', async () => {
    const tokenizer = await loadFileTokenizer(await written(folder))
    const ids = await tokenizer.encode(texts, true)
    expect(ids.map((each) => [...each])).toEqual(folder.ids)
    const bare = await tokenizer.encode(texts.slice(-folder.bareIds.length), false)
    expect(bare.map((each) => [...each])).toEqual(folder.bareIds)
  })

  test('has the vocabulary and the special tokens that it has in transformers', async () => {
    const { vocabSize, specialTokenIds } = await loadFileTokenizer(await written(folder))
    expect({ vocabSize, specialIds: specialTokenIds }).toEqual({
      vocabSize: folder.vocabSize,
      specialIds: folder.specialIds,
    })
  })
})

test.each([
  [{ tokenizer_class: 'CLIPTokenizer' }, 'CLIPTokenizer'],
  [{}, 'tokenizer_class'],
])('a class that splits otherwise is refused: %j', async (config, name) => {
  const path = await written({ special: [], files: { 'tokenizer_config.json': config } })
  await expect(loadFileTokenizer(path)).rejects.toMatchObject({
    code: 'tokenizer-unavailable',
    field: 'tokenizer',
    message: `${path}: how ${name} splits texts is unknown`,
    remedy: expect.stringContaining(`from_pretrained('${dirname(path)}')`) as string,
  })
})

test('a merge of unknown tokens is refused by the path', async () => {
  const path = await written({ special: [], files: { 'config.json': { model_type: 'gpt2' } } })
  await writeFile(join(dirname(path), 'merges.txt'), '#version: 0.2\nzz qq\n')
  await expect(loadFileTokenizer(path)).rejects.toThrow(`${path} cannot be read`)
})

const gpt2 = { special: ['<|endoftext|>'], files: { 'config.json': { model_type: 'gpt2' } } }

test('a model of the hub has both files downloaded', async () => {
  const files = { ...contentsOf(gpt2), 'model.safetensors': 'x' }
  const { endpoint } = await startHub([
    { repo: 'org/name', revision: 'main', commit: 'a'.repeat(40), files },
  ])
  const home = await mkdtemp(join(tmpdir(), 'vocab-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const environment = { HF_ENDPOINT: endpoint, HF_HOME: home }
  const path = (await downloadTokenizer('org/name', { environment })) ?? ''
  expect(await readFile(join(dirname(path), 'merges.txt'), 'utf8')).toBe(merges)
  const [ids] = await (await loadFileTokenizer(path)).encode(texts.slice(-1), false)
  expect([...(ids ?? [])]).toEqual(folders['GPT-2']?.bareIds.at(-1))
})

test('a folder of a host is fetched with both files', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vocab-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const model = { name: dirname(await written(gpt2)), revision: null, environment: {} }
  const path = (await fetchHostTokenizer(localHost(), model, { HF_HOME: home })) ?? ''
  expect((await loadFileTokenizer(path)).specialTokenIds).toEqual([0])
})

test('other merges are another version', async () => {
  const path = await written(gpt2)
  const before = await tokenizerVersion(path)
  await writeFile(join(dirname(path), 'merges.txt'), `${merges}x y\n`)
  expect(await tokenizerVersion(path)).not.toBe(before)
})

describe('a tokenizer.json without named special tokens', () => {
  async function specialIdsWith(files: Readonly<Record<string, unknown>>) {
    const document = JSON.parse(await readFile(tinyFile, 'utf8')) as { added_tokens: object[] }
    const path = await written({ special: [], files: { 'tokenizer.json': document, ...files } })
    return (await loadFileTokenizer(join(dirname(path), 'tokenizer.json'))).specialTokenIds
  }

  test('has those of its class', async () => {
    const config = { model_max_length: 512 }
    const files = {
      'tokenizer_config.json': config,
      'config.json': { model_type: 'xlm-roberta' },
    }
    expect(await specialIdsWith(files)).toEqual([0, 1])
    const none = { ...config, bos_token: null, cls_token: null }
    expect(await specialIdsWith({ ...files, 'tokenizer_config.json': none })).toEqual([1])
    const fast = { tokenizer_class: 'PreTrainedTokenizerFast' }
    expect(await specialIdsWith({ ...files, 'tokenizer_config.json': fast })).toEqual([])
  })
})
