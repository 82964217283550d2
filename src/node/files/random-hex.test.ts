import { expect, test } from 'vitest'
import { randomHex, randomRequestIdPrefix } from './make-folder.ts'

test.each([1, 8, 32])('%i digits, others each time', (digits) => {
  const pattern = new RegExp(`^[0-9a-f]{${digits}}$`)
  const made = Array.from({ length: 400 }, () => randomHex(digits))
  made.forEach((each) => expect(each).toMatch(pattern))
  // Each digit occurs: none of them is one of a few.
  const seen = new Set(made.map((each) => each.at(-1)))
  expect(seen.size).toBe(16)
  if (digits > 1) expect(new Set(made).size).toBe(made.length)
})

test('ids of requests begin as those of the original', () => {
  expect(randomRequestIdPrefix()).toMatch(/^bench-[0-9a-f]{8}-$/)
})
