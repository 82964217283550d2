import { expect, test } from 'vitest'
import { cleanUpSpaces } from './file-tokenizer.ts'

test.each([
  ['Well , yes . Really ? Now !', 'Well, yes. Really? Now!'],
  ["I 'm sure we 've and they 're it 's do n't", "I'm sure we've and they're it's don't"],
  ["rock ' roll", "rock'roll"],
  ['nothing to tidy', 'nothing to tidy'],
])('%j becomes %j', (text, tidied) => {
  expect(cleanUpSpaces(text)).toBe(tidied)
})
