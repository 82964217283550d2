import { expect, test } from 'vitest'
import { globPattern } from './data-files.ts'

test.each([
  ['*.json', 'a.json', true],
  ['*.json', 'b/a.json', false],
  ['**/*.json', 'a.json', true],
  ['**/*.json', 'b/c/a.json', true],
  ['b/**', 'b/c/a.json', true],
  ['./a?.{json,csv}', 'a1.csv', true],
  ['a[0-4].csv', 'a5.csv', false],
  ['a[!0-4].csv', 'a5.csv', true],
  ['a+b(1).csv', 'a+b(1).csv', true],
  ['a.csv', 'axcsv', false],
])('%s of %s: %s', (glob, path, matches) => {
  expect(globPattern(glob).test(path)).toBe(matches)
})
