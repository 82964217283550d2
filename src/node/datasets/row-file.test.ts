import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allEntries } from './fixtures/all-entries.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { readRowFile } from './row-file.ts'

test.each([
  ['a.json', '\n[{"a": 1}]'],
  ['a.json', '{"a": 1}\n'],
  ['a.JSONL', '{"a": 1}'],
])('%s holding %j has one row', async (name, text) => {
  const [entry] = await allEntries(readRowFile(await temporaryFile(name, text)))
  expect(entry?.value).toEqual({ a: 1 })
})

test('several groups of rows of a Parquet file come one after the other', async () => {
  const inputs = join(import.meta.dirname, '../../../tests/vllm/fixtures/inputs/hub')
  const path = join(inputs, 'gsm8k/main/test-00000-of-00001.parquet')
  const entries = await allEntries(readRowFile(path))
  expect(entries).toHaveLength(25)
  expect(entries[24]).toEqual({
    value: {
      question: expect.stringMatching(/^main /) as string,
      answer: expect.any(String) as string,
    },
    where: `${path}, row 25`,
  })
})

test.each(['PAR1', 'x'.repeat(100)])('%s is no Parquet', async (text) => {
  const path = await temporaryFile('a.parquet', text)
  await expect(allEntries(readRowFile(path))).rejects.toThrow(`${path} cannot be read as Parquet`)
})

test('an unknown format is refused by name', () => {
  expect(() => readRowFile('rows.arrow')).toThrow('rows.arrow is of no format')
})
