import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { cutList } from '#core/workload/random/cut-round-trips.ts'
import { sampleRandomTexts } from '#core/workload/random/random-dataset.ts'
import { randomRecipes } from '#core/workload/random/random-recipes.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { certainCuts } from './certain-cuts.ts'
import { cuttable, loadAltered, uncuttable } from './fixtures/cuttable.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'

const tiny = JSON.parse(await readFile(tinyFile, 'utf8')) as Record<string, object>
const [mark] = tiny.added_tokens as object[]

test('a byte pair encoding that splits texts as GPT-2 does is certain', () => {
  expect([...(certainCuts(tiny)?.added ?? [])]).toEqual([
    '<s>',
    '</s>',
    '<|user|>',
    '<|assistant|>',
  ])
})

describe('what could change a text beside a cut', () => {
  const bytes = { type: 'ByteLevel', add_prefix_space: false, use_regex: false }
  const words = {
    type: 'Split',
    behavior: 'Isolated',
    invert: false,
    pattern: { Regex: '\\p{L}+' },
  }
  const sequence = (...pretokenizers: object[]) => ({
    pre_tokenizer: { type: 'Sequence', pretokenizers },
  })

  test.each<[string, object]>([
    ['merges left out at random', { model: { ...tiny.model, dropout: 0.1 } }],
    ['marks at the ends of words', { model: { ...tiny.model, end_of_word_suffix: '</w>' } }],
    ['another model', { model: { ...tiny.model, type: 'Unigram' } }],
    [
      'a space put before',
      { pre_tokenizer: { ...bytes, add_prefix_space: true, use_regex: true } },
    ],
    ['texts that are not split', { pre_tokenizer: bytes }],
    ['spaces spelled before words are split', sequence(bytes, words)],
    ['matches taken out', sequence({ ...words, behavior: 'Removed' }, bytes)],
    ['words and the space behind', sequence({ ...words, pattern: { Regex: '\\p{L}+ ?' } }, bytes)],
    ['another normalizer', { normalizer: { type: 'Lowercase' } }],
    ['another decoder', { decoder: { type: 'Metaspace' } }],
    ['a word that takes spaces', { added_tokens: [{ ...mark, content: 'row', rstrip: true }] }],
    ['a word that stands alone', { added_tokens: [{ ...mark, single_word: true }] }],
    ['a mark of two words', { added_tokens: [{ ...mark, content: '<new row>' }] }],
    ['a mark that becomes two words', { added_tokens: [{ ...mark, content: '<\u212a >' }] }],
  ])('%s', (_what, changes) => {
    expect(certainCuts({ ...tiny, ...changes })).toBeNull()
  })

  test('words split first, bytes then', () => {
    expect(certainCuts({ ...tiny, ...sequence(words, bytes) })).not.toBeNull()
  })
})

describe('texts merged as a whole', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u2581']
  const replace = (String: string, content: string) => ({
    type: 'Replace',
    pattern: { String },
    content,
  })
  const decoders = [replace('\u2581', ' '), { type: 'ByteFallback' }, { type: 'Fuse' }]
  const vocab = (...tokens: readonly string[]) =>
    Object.fromEntries([...letters, ...tokens].map((token, id) => [token, id]))
  const model = { type: 'BPE', vocab: vocab('\u2581the', 'ing', '\u2581\u2581') }
  const document = {
    normalizer: replace(' ', '\u2581'),
    decoder: { type: 'Sequence', decoders },
    model,
  }

  test('are cut where no token holds a letter and a space', () => {
    expect(certainCuts(document)).not.toBeNull()
  })

  test.each<[string, object]>([
    ['a token of two words', { model: { ...model, vocab: vocab('of\u2581the') } }],
    ['a letter that is no token', { model: { ...model, vocab: { ...vocab(), a: undefined } } }],
    ['texts that are tokens as they are', { model: { ...model, ignore_merges: true } }],
    ['a space put before', { normalizer: { type: 'Prepend', prepend: '\u2581' } }],
    [
      'spaces taken off',
      { decoder: { type: 'Sequence', decoders: [...decoders, { type: 'Strip' }] } },
    ],
  ])('but not with %s', (_what, changes) => {
    const changed = JSON.parse(JSON.stringify({ ...document, ...changes })) as unknown
    expect(certainCuts(changed)).toBeNull()
  })
})

describe('whole words', () => {
  const document = {
    pre_tokenizer: { type: 'WhitespaceSplit' },
    decoder: null,
    model: { type: 'WordLevel', unk_token: '<unk>' },
  }

  test('are joined with a space', () => {
    expect(certainCuts(document)?.spelling.joint).toBe(' ')
  })

  test.each<[string, object]>([
    ['texts that are not split', { pre_tokenizer: null }],
    ['texts that are split otherwise', { pre_tokenizer: { type: 'Metaspace' } }],
    ['a normalizer of its own', { normalizer: { type: 'Strip' } }],
    ['a decoder of its own', { decoder: { type: 'Fuse' } }],
    ['no token for other words', { model: { type: 'WordLevel' } }],
    ['a mark that begins with a space', { added_tokens: [{ ...mark, content: ' x' }] }],
  ])('but not with %s', (_what, changes) => {
    expect(certainCuts({ ...document, ...changes })).toBeNull()
  })
})

test.each(uncuttable)('%s is not cut', async (_name, load) => {
  expect((await load()).wordCuts()).toBeNull()
})

test('spaces tidied after decoding leave nothing certain', async () => {
  const tidied = await loadAltered({}, { clean_up_tokenization_spaces: true })
  expect(tidied.wordCuts()).not.toBeNull()
  const eager = { clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output: true }
  const corrupted = { clean_up_tokenization_spaces: true, ...eager }
  expect((await loadAltered({}, corrupted)).wordCuts()).toBeNull()
})

const signs = [
  'e',
  'K',
  ' ',
  '  ',
  '\n',
  '\r\n',
  "'s",
  '1',
  '23',
  '.',
  '(',
  'é',
  '\u0301',
  '中',
  '🙂',
]
const text = fc.string({
  unit: fc.constantFrom(...signs, ' the', ' of', '<s>', '\u00a0', '\u212a', '\u2581'),
})

const spec = fc.record({
  count: fc.integer({ min: 4, max: 40 }),
  inputLen: fc.integer({ min: 60, max: 150 }),
  outputLen: fc.constant(1),
  rangeRatioIn: fc.constantFrom(0, 0.3),
  rangeRatioOut: fc.constant(0),
  prefixLen: fc.constantFrom(0, 1, 40),
  batchSize: fc.constantFrom(1, 3),
  seed: fc.nat(1000),
  recipe: fc.constantFrom(...recipes()),
})

function recipes() {
  return Object.keys(randomRecipes) as (keyof typeof randomRecipes)[]
}

describe.each(cuttable)('%s', (_name, load) => {
  test('is cut, and its vocabulary known piece by piece', async () => {
    const tokenizer = await load()
    const ids = Uint32Array.from({ length: tokenizer.vocabSize }, (_, id) => id)
    const list = await cutList(ids, tokenizer.wordCuts() ?? expect.fail(), tokenizer)
    expect(list?.places.length).toBeGreaterThan(5)
  })

  test('encodes both sides of a cut as it encodes the whole', async () => {
    const tokenizer = await load()
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('e', 'Z'), text, async (before, letter, after) => {
        const [left, right] = [before + letter, ` ${after}`]
        const [whole = [], ...halves] = await tokenizer.encode([left + right, left, right], false)
        expect([...whole]).toEqual(halves.flatMap((half) => [...half]))
      }),
      { numRuns: 50 },
    )
  })

  test('makes the same random prompts as without cuts', async () => {
    const tokenizer = await load()
    const whole: Tokenizer = { ...tokenizer, wordCuts: () => null }
    await fc.assert(
      fc.asyncProperty(spec, async (drawn) => {
        const sample = (by: Tokenizer) => {
          const numpyRandom = new NumpyRandomState(drawn.seed)
          const fresh = { ...drawn, numpyRandom, requestIdPrefix: 'r' }
          return sampleRandomTexts(fresh, by).then((requests) => ({
            requests: requests.map((request) => JSON.stringify(request)),
            drawnNext: numpyRandom.randintArray(0, 1000, 2),
          }))
        }
        expect(await sample(tokenizer)).toEqual(await sample(whole))
      }),
      { numRuns: 10 },
    )
  })
})
