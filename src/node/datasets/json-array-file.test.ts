import fc from 'fast-check'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import type { DatasetEntry } from './dataset-file.ts'
import { allEntries } from './fixtures/all-entries.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { readJson } from './json-file.ts'

function entriesOf(path: string): Promise<DatasetEntry[]> {
  return allEntries(readJson(path))
}

async function valuesIn(text: string): Promise<unknown[]> {
  const entries = await entriesOf(await temporaryFile('a.json', text))
  return entries.map(({ value }) => value)
}

describe('a JSON array', () => {
  test.each([
    ['[]', []],
    [' [ {} , {"a": [1, {"b": 2}]} ]\n', [{}, { a: [1, { b: 2 }] }]],
    ['[{"a": "]}\\"\\\\"}, ["é🙂"]]', [{ a: ']}"\\' }, ['é🙂']]],
    ['\uFEFF[{"a": 1}]', [{ a: 1 }]],
  ])('gives its entries: %j', async (text, values) => {
    expect(await valuesIn(text)).toEqual(values)
  })

  test('gives whatever objects were written to it', async () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(objects, async (values) => {
        const text = JSON.stringify(values, null, 1)
        expect(await valuesIn(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 30 },
    )
  })

  test('is put together again where reading cut it', async () => {
    const values = Array.from({ length: 3 }, (_, index) => ({ text: `${index}é`.repeat(500_000) }))
    expect(await valuesIn(JSON.stringify(values))).toEqual(values)
  })

  test('is put together again where reading cut it behind any of several backslashes', async () => {
    for (let shift = 0; shift < 4; shift++) {
      const values = ['\\"', '\\\\"]'].map((text) => ({
        text: 'x'.repeat(shift) + text.repeat(90_000),
      }))
      expect(await valuesIn(JSON.stringify(values))).toEqual(values)
    }
  })

  test('has the line an entry begins on', async () => {
    const path = await temporaryFile('a.json', '[\n{"a": 1},\n\n{"a":\n2}]')
    expect((await entriesOf(path)).map(({ where }) => where)).toEqual([
      `${path}, line 2, entry 1`,
      `${path}, line 4, entry 2`,
    ])
  })
})

// As people and tools write them: https://github.com/unslothai/unsloth/issues/321, pandas' to_json(), rows of the Hub's API.
describe('a file of rows in another form', () => {
  test.each([
    ['["a", "b"]', ['a', 'b']],
    ['[\n["a\\"]"],\n{"b": 1},\n]', [['a"]'], { b: 1 }]],
    ['[{"role": 1}]\n[{"role": 2}]\n', [[{ role: 1 }], [{ role: 2 }]]],
    ['{"a": 1}{"a": 2}', [{ a: 1 }, { a: 2 }]],
    ['{"a": 1},\n{"a": 2},\n', [{ a: 1 }, { a: 2 }]],
    ['{\n "a": 1\n}\n{\n "a": 2\n}', [{ a: 1 }, { a: 2 }]],
    ['# note\n{"a": 1}\n// note\n{"a": 2}', [{ a: 1 }, { a: 2 }]],
    ['{"version": 1, "data": [{"a": 1}, {"a": 2}]}', [{ a: 1 }, { a: 2 }]],
    [
      '{"a": ["x", "y"], "b": [1, 2]}',
      [
        { a: 'x', b: 1 },
        { a: 'y', b: 2 },
      ],
    ],
    ['{"a": {"0": "x", "1": "y"}}', [{ a: 'x' }, { a: 'y' }]],
    ['{"id1": {"a": 1}, "id2": {"a": 2}}', [{ a: 1 }, { a: 2 }]],
    ['{"prompt_token_ids": [5, 6]}', [{ prompt_token_ids: [5, 6] }]],
    ['{"messages": [{"role": "user"}]}', [{ messages: [{ role: 'user' }] }]],
  ])('gives its rows: %j', async (text, values) => {
    expect(await valuesIn(text)).toEqual(values)
  })

  test('may be plain text', async () => {
    const path = await temporaryFile('a.txt', 'What is {a}?\n\n# and b\n')
    expect((await entriesOf(path)).map(({ value }) => value)).toEqual(['What is {a}?', '# and b'])
  })
})

describe('a file that is refused', () => {
  test.each([
    { text: '[{"a": 1},\n{"a": ', says: 'ends at line 2' },
    { text: '[{"a": 1}', says: 'ends at line 1' },
    { text: '[1, 2]', says: 'not a JSON array of objects' },
    { text: '[{}] []', says: 'not a JSON array' },
    { text: '<html>', says: 'begins with: <html>' },
    { text: '{"a": 1\n}\n{"a": \n', says: 'line 3: this JSON object is never closed' },
    { text: '[{},\n{"a": tru}]', says: 'line 2' },
    { text: '[{]]', says: 'line 1' },
  ])('says $says: $text', async ({ text, says }) => {
    const path = await temporaryFile('a.json', text)
    const reading = entriesOf(path)
    await expect(reading).rejects.toThrow(says)
    await expect(reading).rejects.toThrow(path)
    await expect(reading).rejects.toMatchObject({ code: 'dataset-invalid', field: 'datasetPath' })
  })

  test('a saved web page is named, with how to download the file', async () => {
    const path = await temporaryFile('a.json', '<!doctype html><title>ShareGPT</title>')
    await expect(entriesOf(path)).rejects.toMatchObject({
      remedy: expect.stringMatching(/web page.*\/resolve\//) as string,
    })
  })

  test.each([tmpdir(), '/nowhere/at/all.json'])('cannot be read: %s', async (path) => {
    await expect(entriesOf(path)).rejects.toThrow(`${path} cannot be read`)
  })
})

test('reading stops when it is no longer wanted', async () => {
  const path = await temporaryFile('a.json', '[{}]')
  const entries = readJson(path, AbortSignal.abort())
  await expect(entries.next()).rejects.toMatchObject({ code: 'cancelled' })
})
