import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv-file.ts'
import { allEntries } from './fixtures/all-entries.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'

async function valuesIn(text: string): Promise<unknown[]> {
  const entries = await allEntries(readCsv(await temporaryFile('a.csv', text)))
  return entries.map(({ value }) => value)
}

test('rows are objects keyed by the first line', async () => {
  const text = '\uFEFFa,b\r\n1,"x, ""y""\nz"\r\n\r\n2\r\n'
  expect(await valuesIn(text)).toEqual([
    { a: '1', b: 'x, "y"\nz' },
    { a: '2', b: null },
  ])
})

test('whatever texts were written to it come back', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell)), async (rows) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const lines = rows.map((row) => row.map(quoted).join(','))
      const values = rows.map(([a, b]) => ({ a, b }))
      expect(await valuesIn(['a,b', ...lines].join('\n'))).toEqual(values)
    }),
    { numRuns: 30 },
  )
})

test('two columns of one name are refused, but not columns without a name', async () => {
  await expect(valuesIn('a,b, a\n1,2,3')).rejects.toThrow('names a twice')
  expect(await valuesIn(',a,\n1,2,3')).toHaveLength(1)
})

test('a row has the line it begins on', async () => {
  const path = await temporaryFile('a.csv', 'a\n"1\n2"\n3')
  const entries = await allEntries(readCsv(path))
  expect(entries.map(({ where }) => where)).toEqual([`${path}, line 2`, `${path}, line 4`])
})

test('a quote that is never closed is named', async () => {
  const path = await temporaryFile('a.csv', 'a\nb\n"c\nd')
  await expect(allEntries(readCsv(path))).rejects.toThrow('line 3: a quote is never closed')
})

test('so is one at the beginning of a long file, before the reader gives up waiting', async () => {
  const path = await temporaryFile('a.csv', `a\n"b\n${'c\n'.repeat(300_000)}`)
  await expect(allEntries(readCsv(path))).rejects.toThrow('line 2: a quote is never closed')
})

test.each([
  ['semicolons', 'a;b\n1,5;"x;y"\n'],
  ['tabs', 'a\tb\n1,5\tx;y\n'],
  ['a separator that Excel states', 'sep=;\r\na;b\r\n1,5;"x;y"\r\n'],
  ['CR at the ends of lines', '"a";"b"\r"1,5";"x;y"\r'],
  ['blanks around names and quotes', ' a ; b\n1,5; "x;y" \n'],
])('a table with %s is read', async (_what, text) => {
  expect(await valuesIn(text)).toEqual([{ a: '1,5', b: 'x;y' }])
})

test('a row with more cells than names is refused with its line', async () => {
  const path = await temporaryFile('a.csv', 'a,b\n1,2,\n1,2,3\n')
  await expect(allEntries(readCsv(path))).rejects.toThrow(`${path}, line 3: 3 cells`)
})
