import { expect, test } from 'vitest'
import { appendLines } from './log-lines.ts'

test('new lines come last and the oldest go when there are too many', () => {
  expect(appendLines(['a'], ['b', 'c'])).toEqual(['a', 'b', 'c'])
  const many = Array.from({ length: 6_000 }, (_, index) => String(index))
  const kept = appendLines(['first'], many)
  expect(kept).toHaveLength(5_000)
  expect(kept.at(-1)).toBe('5999')
})
