import { expect, test } from 'vitest'
import { humanNumber } from './read-serve-value.ts'

test.each([
  { text: '8192', value: 8192 },
  { text: '-1', value: -1 },
  { text: '1k', value: 1000 },
  { text: '1K', value: 1024 },
  { text: '25.6k', value: 25600 },
  { text: '2g', value: 2_000_000_000 },
  { text: '1.5K', value: null },
  { text: '1.5', value: null },
  { text: 'auto', value: null },
  { text: '1x', value: null },
  { text: '', value: null },
])('$text is $value', ({ text, value }) => {
  expect(humanNumber(text)).toBe(value)
})
