import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { tinyFile, tinyFolder } from './fixtures/tiny-tokenizer.ts'

/** Joins words with a space each when decoding, punctuation too. */
const wordPieceFile = {
  version: '1.0',
  added_tokens: [],
  pre_tokenizer: { type: 'BertPreTokenizer' },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '?',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '?': 0, well: 1, ',': 2, done: 3, '.': 4 },
  },
}

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokenizer-'))
  path = join(folder, 'tokenizer.json')
  await copyFile(tinyFile, path)
})

afterEach(() => rm(folder, { recursive: true }))

const hi = { messages: [{ role: 'user', content: 'Hi' }] }

// As repositories have them: LLaVA and Qwen2-VL (chat_template.json), Command R (named templates), files that Python wrote.
describe('a config', () => {
  const template = '{{ messages[0].content }}!'

  test.each([
    ['chat_template.json', JSON.stringify({ chat_template: template })],
    ['tokenizer_config.json', JSON.stringify({ chat_template: { default: template, rag: '' } })],
    [
      'tokenizer_config.json',
      JSON.stringify({ chat_template: [{ name: 'default', template }], bos_token: false }),
    ],
    [
      'tokenizer_config.json',
      `\uFEFF{"model_max_length": Infinity, "chat_template": "${template}"}`,
    ],
    [
      'tokenizer_config.json',
      JSON.stringify({ chat_template: template, additional_special_tokens: '<s>' }),
    ],
  ])('may be %s with %s', async (name, text) => {
    await writeFile(join(folder, name), text)
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi])).toEqual(['Hi!'])
  })

  test('beside a file that was not fetched is named', async () => {
    await writeFile(path, 'version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 9\n')
    await expect(loadFileTokenizer(path)).rejects.toThrow(`${path} is a pointer of Git LFS`)
  })
})

describe('a tokenizer file with its config', () => {
  test('has the base vocabulary and the special tokens by role', async () => {
    const tokenizer = await loadFileTokenizer(tinyFile)
    expect(tokenizer.vocabSize).toBe(600)
    expect(tokenizer.specialTokenIds).toEqual([0, 1, 600])
    expect(tokenizer.specialTokensAdded).toBe(1)
  })

  test('decodes what it encodes, special tokens and all', async () => {
    const tokenizer = await loadFileTokenizer(tinyFile)
    const texts = ['Hello, world', 'déjà vu', '']
    const bare = await tokenizer.encode(texts, false)
    const whole = await tokenizer.encode(texts, true)
    expect(await tokenizer.decode(bare)).toEqual(texts)
    expect(await tokenizer.decode(whole)).toEqual(texts.map((text) => `<s>${text}`))
    expect(whole.map(({ length }) => length)).toEqual(bare.map(({ length }) => length + 1))
  })

  test('converts more texts than the library gets at once', async () => {
    const tokenizer = await loadFileTokenizer(tinyFile)
    const texts = Array.from({ length: 1200 }, (_, index) => `number ${index}`)
    const ids = await tokenizer.encode(texts, false)
    expect(await tokenizer.decode(ids)).toEqual(texts)
    expect(ids[1199]).toEqual((await tokenizer.encode(texts.slice(-1), false))[0])
  })

  test('renders its chat template up to where the answer begins', async () => {
    const tokenizer = await loadFileTokenizer(tinyFile)
    expect(await tokenizer.renderChats([hi])).toEqual(['<s><|user|>\nHi</s>\n<|assistant|>\n'])
  })
})

describe('a tokenizer file alone', () => {
  test('has the special tokens it flags itself and no chat', async () => {
    const tokenizer = await loadFileTokenizer(path)
    expect(tokenizer.specialTokenIds).toEqual([0, 1, 600, 601])
    expect(await tokenizer.renderChats([hi])).toBeNull()
  })

  test('is encoded whole though the file limits and pads', async () => {
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    const limits = {
      truncation: { direction: 'Right', max_length: 4, strategy: 'LongestFirst', stride: 0 },
      padding: {
        strategy: { Fixed: 64 },
        direction: 'Right',
        pad_to_multiple_of: null,
        pad_id: 0,
        pad_type_id: 0,
        pad_token: '<s>',
      },
    }
    await writeFile(path, JSON.stringify(Object.assign({}, file, limits)))
    const limited = await loadFileTokenizer(path)
    const free = await loadFileTokenizer(tinyFile)
    const text = 'a longer text than four tokens'
    expect(await limited.encode([text], true)).toEqual(await free.encode([text], true))
  })
})

describe('files beside a tokenizer', () => {
  test('a chat template of its own comes before the one in the config', async () => {
    await copyFile(join(tinyFolder, 'tokenizer_config.json'), join(folder, 'tokenizer_config.json'))
    await writeFile(join(folder, 'chat_template.jinja'), '[{{ messages[0].content }}]')
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi])).toEqual(['[Hi]'])
  })

  test('a chat template saved on Windows renders as in Python', async () => {
    const source = '\uFEFF{% for m in messages %}\r\n{{ m.content }}\r\n{% endfor %}'
    await writeFile(join(folder, 'chat_template.jinja'), source)
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi])).toEqual(['Hi\n'])
  })

  test('a template sees all messages, the tools, and variables of the reader', async () => {
    const source =
      '{{ messages | length }} {{ tools[0].name }} {{ thinking }} {{ add_generation_prompt }}'
    await writeFile(join(folder, 'chat_template.jinja'), source)
    const tokenizer = await loadFileTokenizer(path)
    const chat = {
      messages: [{ role: 'system', content: 'Be brief.' }, ...hi.messages],
      tools: [{ name: 'clock' }],
      variables: { thinking: false, add_generation_prompt: false },
    }
    expect(await tokenizer.renderChats([chat])).toEqual(['2 clock False False'])
  })

  test('of several templates the one named default is used', async () => {
    const templates = [
      { name: 'tools', template: 'no' },
      { name: 'default', template: 'yes {{ eos_token }}' },
    ]
    const config = { eos_token: '</s>', chat_template: templates }
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi])).toEqual(['yes </s>'])
    expect(tokenizer.specialTokenIds).toEqual([1])
  })

  test('of several templates none is chosen without a default', async () => {
    const templates = [
      { name: 'tools', template: 'no' },
      { name: 'rag', template: 'no' },
    ]
    const config = { chat_template: templates }
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
    const tokenizer = await loadFileTokenizer(path)
    await expect(tokenizer.renderChats([hi])).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
      message: expect.stringContaining('templates named tools, rag') as string,
    })
  })

  test.each([
    ['tokenizer_config.json', JSON.stringify({ chat_template: { default: '-', tool_use: '+' } })],
    ['additional_chat_templates/tool_use.jinja', '+'],
  ])('a chat with tools has the template tool_use of %s', async (name, text) => {
    await mkdir(join(folder, 'additional_chat_templates'))
    if (name.endsWith('.jinja')) await writeFile(join(folder, 'chat_template.jinja'), '-')
    await writeFile(join(folder, name), text)
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi, { ...hi, tools: [{}] }])).toEqual(['-', '+'])
  })

  test('a broken template for tools concerns no other chat', async () => {
    const config = { chat_template: { default: '-', tool_use: '{% if %}' } }
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
    const tokenizer = await loadFileTokenizer(path)
    expect(await tokenizer.renderChats([hi])).toEqual(['-'])
    await expect(tokenizer.renderChats([{ ...hi, tools: [{}] }])).rejects.toMatchObject({
      code: 'tokenizer-unavailable',
    })
  })

  test('special tokens may stand in a file of their own', async () => {
    const map = { bos_token: { content: '<s>' }, additional_special_tokens: ['<|assistant|>'] }
    await writeFile(join(folder, 'special_tokens_map.json'), JSON.stringify(map))
    expect((await loadFileTokenizer(path)).specialTokenIds).toEqual([0, 601])
  })

  test.each(['additional_special_tokens', 'extra_special_tokens'])(
    'special tokens without a role may be listed as %s',
    async (key) => {
      const config = { bos_token: '<s>', [key]: ['<|assistant|>'] }
      await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
      expect((await loadFileTokenizer(path)).specialTokenIds).toEqual([0, 601])
    },
  )

  test('special tokens may carry names of their own', async () => {
    const config = { extra_special_tokens: { answer_token: { content: '<|assistant|>' } } }
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
    expect((await loadFileTokenizer(path)).specialTokenIds).toEqual([601])
  })

  test.each([
    [{ clean_up_tokenization_spaces: true }, "well , it 's done ."],
    [
      {
        clean_up_tokenization_spaces: true,
        clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output: true,
      },
      "well, it's done.",
    ],
  ])('of a byte pair encoding, %j leaves %j', async (config, text) => {
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(config))
    const tokenizer = await loadFileTokenizer(path)
    const encoded = await tokenizer.encode(["well , it 's done ."], false)
    expect(await tokenizer.decode(encoded)).toEqual([text])
  })

  test('any other model has its spaces tidied after decoding where the config asks for it', async () => {
    await writeFile(path, JSON.stringify(wordPieceFile))
    await writeFile(join(folder, 'tokenizer_config.json'), '{"clean_up_tokenization_spaces": true}')
    const tokenizer = await loadFileTokenizer(path)
    const encoded = await tokenizer.encode(['well, done.'], false)
    expect(await tokenizer.decode(encoded)).toEqual(['well, done.'])
  })

  test.each([
    ['tokenizer.json', '{'],
    ['tokenizer.json', '{"model": {"type": "BPE", "vocab": {"a": 0'],
    ['tokenizer_config.json', '{"chat_template": 7}'],
    ['chat_template.jinja', '{% if %}'],
  ])('a broken %s is refused', async (name, text) => {
    await writeFile(join(folder, name), text)
    await expect(loadFileTokenizer(path)).rejects.toMatchObject({ code: 'tokenizer-unavailable' })
  })

  test('a template that refuses the message says so', async () => {
    const source = "{{ raise_exception('system first') }}"
    await writeFile(join(folder, 'chat_template.jinja'), source)
    const tokenizer = await loadFileTokenizer(path)
    await expect(tokenizer.renderChats([hi])).rejects.toThrow('system first')
  })
})
