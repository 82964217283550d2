import { expect, test } from 'vitest'
import { findEntries, type PaletteEntry } from './palette-entries.ts'

function entry(name: string, detail = ''): PaletteEntry {
  return { id: name, group: 'shell.palette.runs', name, detail, open: () => undefined }
}

const entries = [
  entry('random, 4 req/s', 'Llama-3 8B'),
  entry('night load', 'random'),
  entry('Bench'),
]

test.each([
  { typed: '', found: ['random, 4 req/s', 'night load', 'Bench'], remark: 'nothing typed is all' },
  { typed: 'BENCH', found: ['Bench'], remark: 'case does not matter' },
  { typed: 'llama req', found: ['random, 4 req/s'], remark: 'every word must occur somewhere' },
  {
    typed: 'ra',
    found: ['random, 4 req/s', 'night load'],
    remark: 'names that begin with it come first',
  },
  { typed: 'load', found: ['night load'], remark: 'words inside a name' },
  { typed: 'nld', found: ['night load'], remark: 'letters in order' },
  { typed: 'nothing such', found: [], remark: 'nothing found' },
])('typing "$typed" finds $found: $remark', ({ typed, found }) => {
  expect(findEntries(entries, typed).map(({ name }) => name)).toEqual(found)
})

test('a long list is cut, typing finds the rest', () => {
  const many = Array.from({ length: 80 }, (_, index) => entry(`run ${index}`))
  expect(findEntries(many, '')).toHaveLength(50)
  expect(findEntries(many, 'run 79').map(({ name }) => name)).toEqual(['run 79'])
})
