import { expect, test } from 'vitest'
import { csvCells } from './csv-text.ts'

test.each([
  ['', ['']],
  ['a,b', ['a', 'b']],
  [',a,,', ['', 'a', '', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['x,"say ""hi""",', ['x', 'say "hi"', '']],
])('%j has the cells %j', (line, cells) => {
  expect(csvCells(line)).toEqual(cells)
})
