import { expect, test } from 'vitest'
import { allEntries } from './fixtures/all-entries.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { readJson } from './json-file.ts'

test.each([
  ['', []],
  ['{"a": 1}', [{ a: 1 }]],
  ['\x1e{"a": 1}\n\x1e{"a": 2}\n\0\0\0', [{ a: 1 }, { a: 2 }]],
  ['\uFEFF{"a": "é"}\r\n\n  \n[2]\n', [{ a: 'é' }, [2]]],
])('%j holds %j', async (text, values) => {
  const entries = await allEntries(readJson(await temporaryFile('a.jsonl', text)))
  expect(entries.map(({ value }) => value)).toEqual(values)
})

test('lines longer than one read are whole', async () => {
  const values = ['a', 'b'].map((letter) => ({ text: `${letter}é`.repeat(900_000) }))
  const path = await temporaryFile(
    'a.jsonl',
    values.map((value) => JSON.stringify(value)).join('\n'),
  )
  const entries = await allEntries(readJson(path))
  expect(entries.map(({ value }) => value)).toEqual(values)
})

test('a broken line is named', async () => {
  const path = await temporaryFile('a.jsonl', '{"a": 1}\n\n{"a": \n')
  await expect(allEntries(readJson(path))).rejects.toThrow(`${path}, line 3`)
})
