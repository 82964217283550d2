import { expect, test } from 'vitest'
import { inSequence, listed } from './i18n.ts'

test.each([
  { sentences: ['One.', 'Two.'], text: 'One. Two.' },
  { sentences: ['一句。', '又一句。'], text: '一句。又一句。' },
  { sentences: ['一句。', 'Two.', '三。'], text: '一句。Two. 三。' },
  { sentences: [], text: '' },
])('$sentences read as $text', ({ sentences, text }) => {
  expect(inSequence(sentences)).toBe(text)
})

test.each([
  { parts: [], text: '' },
  { parts: ['a'], text: 'a' },
  { parts: ['a', 'b', 'c'], text: 'a+b+c' },
])('$parts are listed as $text', ({ parts, text }) => {
  expect(listed(parts, (_key, ...[values]) => Object.values(values ?? {}).join('+'))).toBe(text)
})
