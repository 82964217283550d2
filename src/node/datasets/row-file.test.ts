import { symlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { allEntries } from './fixtures/all-entries.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { readEntries, readRowFile } from './row-file.ts'

test.each([
  ['a.json', '\n[{"a": 1}]'],
  ['a.json', '{"a": 1}\n'],
  ['a.JSONL', '{"a": 1}'],
])('%s holding %j has one row', async (name, text) => {
  const [entry] = await allEntries(readRowFile(await temporaryFile(name, text)))
  expect(entry?.value).toEqual({ a: 1 })
})

test.each([
  ['a.json.gz', '\n[{"a": 1}]'],
  ['a.jsonl.gz', '{"a": 1}\n'],
  ['a.csv.GZ', 'a\n1'],
])('%s holding %j has one row', async (name, text) => {
  const path = await temporaryFile(name, gzipSync(text))
  const [entry] = await allEntries(readRowFile(path))
  expect(entry).toMatchObject({
    value: { a: expect.anything() as unknown },
    where: expect.stringContaining(path) as string,
  })
})

test.each([
  ['a.yaml', '- a: 1\n- a: 2\n'],
  ['a.yml', 'prompts:\n  - a: 1\n  - a: 2\n'],
  ['a.yaml', '---\na: 1\n---\na: 2\n'],
  ['a.jsonl', '{"a": 1}\n[{"a": 2}]\n'],
  ['a.json', '{"train": {"rows": [{"a": 1}, {"a": 2}]}}'],
])('%s holding %j has two rows', async (name, text) => {
  const entries = await allEntries(readEntries(await temporaryFile(name, text)))
  expect(entries.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }])
})

test('an array of messages on a line stays one row; a fault of YAML is named with its line', async () => {
  const chat = [{ role: 'user', content: 'q' }]
  const path = await temporaryFile('a.jsonl', `{"a": 1}\n${JSON.stringify(chat)}\n`)
  expect((await allEntries(readEntries(path))).map(({ value }) => value)).toEqual([{ a: 1 }, chat])
  const broken = await temporaryFile('a.yaml', '- a: [1\n- b\n')
  await expect(allEntries(readEntries(broken))).rejects.toThrow('at line 2')
})

test('rows that were packed apart and put together are all there', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => `{"row": ${i}, "text": "${'x'.repeat(i % 97)}"}\n`,
  )
  const parts = [rows.slice(0, 7), rows.slice(7)].map((part) => gzipSync(part.join('')))
  const entries = await allEntries(
    readRowFile(await temporaryFile('a.jsonl.gz', Buffer.concat(parts))),
  )
  expect(entries.map(({ value }) => (value as { row: number }).row)).toEqual(rows.map((_, i) => i))
})

test('a reader may stop in the middle', async () => {
  const rows = '{"a": 1}\n'.repeat(200_000)
  for await (const { value } of readRowFile(await temporaryFile('a.jsonl.gz', gzipSync(rows)))) {
    expect(value).toEqual({ a: 1 })
    break
  }
})

test('a packed file that is cut short is refused by name', async () => {
  const bytes = gzipSync('{"a": 1}\n'.repeat(9)).subarray(0, 20)
  const path = await temporaryFile('a.jsonl.gz', bytes)
  await expect(allEntries(readRowFile(path))).rejects.toThrow(`${path} cannot be unpacked`)
})

test('a missing packed file and a link to itself are reported as such', async () => {
  await expect(allEntries(readRowFile('/nowhere/a.jsonl.gz'))).rejects.toThrow('cannot be read')
  const link = `${await temporaryFile('a.jsonl', '')}.link`
  symlinkSync(link, link)
  await expect(allEntries(readEntries(link))).rejects.toThrow('too many symbolic links')
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

test('the rows of a folder are those of its files, as a download of the Hub has them', async () => {
  const path = await temporaryFile('b.jsonl', '{"a": 2}')
  const folder = dirname(path)
  await mkdir(join(folder, '.cache'))
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'a', 'train.json'), '[{"a": 1}]')
  await writeFile(join(folder, '.cache', 'x.json'), '[{"a": 0}]')
  await writeFile(join(folder, 'README.md'), 'rows')
  const entries = await allEntries(readEntries(folder))
  expect(entries.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }])
  await expect(allEntries(readEntries(join(folder, '.cache')))).resolves.toHaveLength(1)
  await mkdir(join(folder, 'saved'))
  await writeFile(join(folder, 'saved', 'dataset_info.json'), '{"features": {}}')
  await writeFile(join(folder, 'saved', 'data-00000-of-00001.arrow'), Buffer.alloc(8, 0xff))
  await expect(allEntries(readEntries(join(folder, 'saved')))).rejects.toThrow('format is Arrow')
  await mkdir(join(folder, 'empty'))
  await expect(allEntries(readEntries(join(folder, 'empty')))).rejects.toThrow('no file of rows')
})

test.each(['PAR1', 'x'.repeat(100)])('%s is no Parquet', async (text) => {
  const path = await temporaryFile('a.parquet', text)
  await expect(allEntries(readRowFile(path))).rejects.toThrow(`${path} cannot be read as Parquet`)
})

test('an unknown format is refused by name', () => {
  expect(() => readRowFile('rows.arrow')).toThrow('rows.arrow has an unknown format')
})
