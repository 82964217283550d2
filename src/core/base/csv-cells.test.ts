import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvReader, csvCells } from './csv-text.ts'

test.each([
  ['', ['']],
  ['a,b', ['a', 'b']],
  [',a,,', ['', 'a', '', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['x,"say ""hi""",', ['x', 'say "hi"', '']],
])('%j has the cells %j', (line, cells) => {
  expect(csvCells(line)).toEqual(cells)
})

test('a line without quotes has the cells that the pattern for any line finds', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '.', 'é', ';', '\r', '\n') })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const [reader, line] = [new CsvReader(), cells.join(',')]
      reader.take('a,b')
      const record = reader.take(line)
      expect(record?.cells ?? null).toEqual(line.trim() === '' ? null : csvCells(line))
    }),
  )
})
