import { expect, test } from 'vitest'
import { isUsableLength } from './dataset-entry.ts'

test.each([
  { promptTokens: 4, outputTokens: 4, fixed: false, usable: true },
  { promptTokens: 3, outputTokens: 4, fixed: false, usable: false },
  { promptTokens: 4, outputTokens: 3, fixed: false, usable: false },
  { promptTokens: 4, outputTokens: 3, fixed: true, usable: true },
  { promptTokens: 1024, outputTokens: 1024, fixed: false, usable: true },
  { promptTokens: 1025, outputTokens: 10, fixed: false, usable: false },
  { promptTokens: 1025, outputTokens: 10, fixed: true, usable: false },
  { promptTokens: 1024, outputTokens: 1025, fixed: false, usable: false },
  { promptTokens: 1024, outputTokens: 1025, fixed: true, usable: false },
])(
  'a prompt of $promptTokens and an answer of $outputTokens (fixed: $fixed) is usable: $usable',
  ({ fixed, usable, ...lengths }) => {
    expect(isUsableLength(lengths, fixed)).toBe(usable)
  },
)
