// Tables that an earlier run derived from a tokenizer's file convert as the file does.
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cutList } from '#core/workload/random/cut-round-trips.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { KeptFiles } from '#node/files/kept-files.ts'
import { KeptValues } from '#node/files/kept-values.ts'
import { bytePairDocument } from './byte-pair-model.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']
const pairs = alphabet.flatMap((one) => alphabet.map((other) => one + other))
const words = pairs.flatMap((pair) => alphabet.map((letter) => ` ${pair}${letter}`))
const many = [
  ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
  ...[...pairs, ...pairs.map((pair) => ` ${pair}`), ...words].map((text) => Buffer.from(text)),
]
const texts = ['the cat sat', ' abc abd', 'ünknown <|end|> \u{1f600}', '']

function writtenIn(folder: string, tokens: readonly Uint8Array[]): string {
  const path = join(folder, 'tokenizer.json')
  const document = bytePairDocument({
    tokens,
    pattern: ' ?\\p{L}+| ?[^\\s\\p{L}]+|\\s+',
    marks: new Map([[tokens.length, '<|end|>']]),
    marksAreSpelled: true,
    firstId: 0,
    startId: null,
  })
  writeFileSync(path, document)
  return path
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function allOf(tokenizer: Tokenizer) {
  const { vocabSize, wholeVocabSize, markIds, addedIds, specialTokensAdded } = tokenizer
  const ids = Uint32Array.from({ length: vocabSize }, (_, id) => id)
  const cuts = tokenizer.wordCuts()
  const list = cuts && (await cutList(ids, cuts, tokenizer))
  expect(list?.places.length).toBeGreaterThan(10)
  return {
    sizes: [vocabSize, wholeVocabSize, specialTokensAdded],
    special: [markIds, addedIds],
    encoded: await tokenizer.encode(texts, true),
    decoded: await tokenizer.decode([ids]),
    cuts,
    list: list && [list.places, list.text, list.encoded.ids, list.encoded.places],
  }
}

test('tables, cuts and lists are kept, and stand for the file', async () => {
  const [folder, store] = [temporaryFolder(), temporaryFolder()]
  const path = writtenIn(folder, many)
  const files = new KeptFiles(store)
  const load = (subject: string) =>
    loadFileTokenizer(path, undefined, new KeptValues({ files, program: '1' }, subject))
  const plain = await allOf(await loadFileTokenizer(path))
  expect(await allOf(await load('this'))).toEqual(plain)
  expect(files.usage().files).toBe(3)
  // The library reads the file itself, for the text with an added token.
  expect(await allOf(await load('this'))).toEqual(plain)
  for (const name of readdirSync(store)) truncateSync(join(store, name), 5000)
  expect(await allOf(await load('this'))).toEqual(plain)
  expect(files.usage().files).toBe(3)
  writtenIn(folder, many.slice(0, -1))
  expect((await load('this')).vocabSize).toBe(many.length + 1)
  expect((await load('another version')).vocabSize).toBe(many.length)
})

test('few tokens are read again', async () => {
  const [folder, store] = [temporaryFolder(), temporaryFolder()]
  const path = writtenIn(folder, many.slice(0, 1000))
  const files = new KeptFiles(store)
  const kept = new KeptValues({ files, program: '1' }, 'this')
  await allOf(await loadFileTokenizer(path, undefined, kept))
  expect(files.usage().files).toBe(0)
})
