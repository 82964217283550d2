import { expect, test } from 'vitest'
import { closestWord } from './closest-word.ts'

const words = ['--request-rate', '--request-id-prefix', '--port']

test.each([
  ['--reqest-rate', '--request-rate'],
  ['--request-rates', '--request-rate'],
  ['--prot', '--port'],
  ['--frobnicate', null],
  ['x', null],
])('%s was probably meant as %s', (word, meant) => {
  expect(closestWord(word, words)).toBe(meant)
})
