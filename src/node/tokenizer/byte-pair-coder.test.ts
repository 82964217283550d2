// Compares every conversion with the library's.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { Tokenizer } from 'tokenizers'
import { describe, expect, test } from 'vitest'
import { asThere, BytePairCoder } from './byte-pair-coder.ts'
import { BytePairLists } from './byte-pair-lists.ts'
import { byteLevelRules, templateLength } from './certain-cuts.ts'
import { deepSeek, inWords, llama, splitBy } from './fixtures/cuttable.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'
import { tokenizerContent } from './tokenizer-content.ts'
import { readTokenizerDocument } from './tokenizer-document.ts'

const tiny = JSON.parse(await readFile(tinyFile, 'utf8')) as {
  model: { vocab: Record<string, number> }
}
const fixtures = join(import.meta.dirname, 'fixtures', 'byte-pairs')

function both(json: string) {
  const lists = new BytePairLists()
  const content = tokenizerContent(Buffer.from(json), lists.read)
  const rules = byteLevelRules(content)
  const own = rules && BytePairCoder.of(lists, rules)
  return { content, own, library: () => Tokenizer.fromString(json) }
}

async function documentOf(name: string): Promise<string> {
  return (await readTokenizerDocument(join(fixtures, name))).bytes.toString()
}

function altered(changes: object, indent = 0): string {
  return JSON.stringify({ ...tiny, ...changes }, null, indent)
}

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      'e',
      'K',
      ' ',
      '  ',
      '\n',
      '\r\n',
      "'s",
      "'LL",
      '1',
      '234',
      '.',
      '(',
      ' the',
      ' of',
    ),
    fc.constantFrom(
      'é',
      'e\u0301',
      '中',
      '🙂',
      '\ufffd',
      '\u00a0',
      '\u3000',
      'ß',
      'ſ',
      '\u212a',
      '\u0085',
      '\ud83d',
      '\u{323b0}',
      '<s>',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  ),
})

function matchesOf(Regex: string) {
  const matches = { type: 'Split', pattern: { Regex }, behavior: 'Removed', invert: true }
  const bytes = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false }
  return { pre_tokenizer: { type: 'Sequence', pretokenizers: [matches, bytes] } }
}

/** As DeepSeek begins a text. */
const beginning = { id: Object.keys(tiny.model.vocab).length, content: '<｜begin▁of "text"｜>' }
const begun = {
  model: { ...tiny.model, vocab: { ...tiny.model.vocab, [beginning.content]: beginning.id } },
  added_tokens: [{ ...inWords[0], ...beginning, special: true }],
}

const whole = { ...tiny.model, ignore_merges: true }
const documents: readonly (readonly [string, string | Promise<string>])[] = [
  ['the tiny tokenizer', altered({})],
  ['indented', altered({}, 2)],
  [
    'escaped',
    altered({}).replaceAll(
      /[^ -~]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ],
  ['split like Llama', altered(splitBy(llama))],
  ['words that are tokens', altered({ ...splitBy(llama), model: whole })],
  ['normalized', altered({ ...splitBy(llama), normalizer: { type: 'NFC' } })],
  ['split twice', altered(splitBy('\\p{N}{1,3}', llama))],
  ['split like DeepSeek', altered(splitBy(...deepSeek))],
  ['with a token in other letters', altered(begun)],
  ['only what matches', altered(matchesOf(llama))],
  ['only words and blanks', altered(matchesOf('\\p{L}+|\\s+'))],
  ['GPT-4', documentOf('cl100k_base.tiktoken')],
  ['GPT-4o', documentOf('o200k_base.tiktoken')],
]

describe.each(documents)('%s', (_, document) => {
  test('has the same vocabulary', async () => {
    const { own, content, ...made } = both(await document)
    const library = made.library()
    const ids = Array.from({ length: library.getVocabSize(true) + 2 }, (_, id) => id)
    expect(own?.vocabSize).toBe(library.getVocabSize(false))
    expect(own?.wholeVocabSize).toBe(library.getVocabSize(true))
    expect(ids.map((id) => own?.tokenOf(id))).toEqual(ids.map((id) => library.idToToken(id)))
    for (const token of ['e', '<s>', '\u0120the', ' ', '中', 'no token']) {
      expect(own?.idOf(token)).toBe(library.tokenToId(token))
    }
    expect(templateLength(content)).toBe((await library.encode('')).getLength())
  })

  test('encodes a text as the library does, or leaves it to it', async () => {
    const { own, ...made } = both(await document)
    const library = made.library()
    let encoded = 0
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const ids = own?.encode(text) ?? null
        if (ids === null) return
        encoded++
        const options = { addSpecialTokens: false }
        expect([...ids]).toEqual((await library.encode(text, null, options)).getIds())
      }),
      { numRuns: 300 },
    )
    expect(encoded).toBeGreaterThan(50)
  })

  test('decodes any tokens as the library does', async () => {
    const { own, ...made } = both(await document)
    const library = made.library()
    const ids = fc.array(fc.nat(library.getVocabSize(true) + 2), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(ids, async (list) => {
        expect(own?.decode(Uint32Array.from(list))).toBe(await library.decode(list, false))
      }),
      { numRuns: 300 },
    )
  })
})

const classes = ['L', 'N', 'Lu', 'Lt', 'Lm', 'Lo', 'Ll', 'M', 'P', 'S'].map(
  (name) => `\\p{${name}}`,
)
const letters = [...'strevmld'].map((letter) => `(?i:${letter})`)
const daily = ['\\s', '\\p{L}', '\\p{N}', '(?i:s)']
for (const Regex of ['\\s', ...classes, ...letters]) {
  test(
    `each character, or its stand-in, is matched by ${Regex} as in the library`,
    { tags: daily.includes(Regex) ? [] : ['nightly'] },
    () => {
      const rule = { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false }
      const splitting = Tokenizer.fromString(altered({ pre_tokenizer: rule })).getPreTokenizer()
      const here = new RegExp(Regex, 'u')
      const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
        .filter((code) => code > 1 && (code < 0xd800 || code > 0xdfff))
        .map((code) => String.fromCodePoint(code))
      for (let first = 0; first < characters.length; first += 8192) {
        const some = characters.slice(first, first + 8192)
        const parts = splitting?.preTokenizeString(some.map((one) => `\u0001${one}`).join('')) ?? []
        const matched = new Set(parts.map(([part]) => part))
        expect(some.filter((one) => here.test(asThere(one)) !== matched.has(one))).toEqual([])
      }
    },
  )
}

test('stand-ins are as long as what they stand for', () => {
  const lengths = (text: string) => [text.length, Buffer.byteLength(text)]
  const codes = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code))
  expect(codes.filter((one) => lengths(asThere(one)).join() !== lengths(one).join())).toEqual([])
})

test.each<[string, object]>([
  ['an added token of letters of bytes', { added_tokens: [{ id: 602, content: 'é' }] }],
  ['added tokens with ids that the library changes', { added_tokens: inWords }],
  ['another normalizer', { normalizer: { type: 'Lowercase' } }],
  ['digits apart', { pre_tokenizer: { type: 'Digits', individual_digits: true } }],
  ['ends of lines', splitBy(`${llama}|\\s+$`)],
  ['parts that take all', splitBy('[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\s+')],
  ['a token in other letters that is not added', { ...begun, added_tokens: [] }],
  ['a token without letters of bytes', { model: { ...tiny.model, vocab: { ' ': 0 } } }],
])('%s are left to the library', (_, changes) => {
  const { own } = both(JSON.stringify({ ...tiny, ...changes }))
  expect(own).toBeNull()
})
