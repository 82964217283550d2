// Texts in a row, however many.
import { expect, test } from 'vitest'
import { choice, inEnglish, listed, sentences } from './message.ts'

test.each([1, 2, 64, 65, 4096, 20_000])('%d texts', (count) => {
  const texts = Array.from({ length: count }, (_, at) => `t${at}`)
  expect(inEnglish(listed(texts))).toBe(texts.join(', '))
  expect(inEnglish(sentences(texts))).toBe(texts.join(' '))
  expect(inEnglish(choice(texts)).endsWith(`t${count - 1}`)).toBe(true)
})
