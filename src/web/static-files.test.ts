import { expect, test } from 'vitest'
import { filePathOf } from './static-files.ts'

test.each([
  ['/', '/index.html'],
  ['/runs/3f2a?tab=timeline', '/index.html'],
  ['/assets/index-a1b2.js', '/assets/index-a1b2.js'],
  ['/assets/a%20b.png#x', '/assets/a b.png'],
  ['/../package.json', null],
  ['/assets/../../package.json', null],
  ['/%2e%2e/package.json', null],
  ['/..%2fpackage.json', null],
  ['/..%5cpackage.json', null],
  ['/C:/secret.txt', null],
  ['/a%00.png', null],
  ['/%zz', null],
])('%s means the file %s', (address, file) => {
  expect(filePathOf(address)).toBe(file)
})
