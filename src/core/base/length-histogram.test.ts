import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthHistogram } from './length-histogram.ts'

test.each([
  { remark: 'one length', lengths: [8, 8], edges: [8, 9], counts: [2] },
  {
    remark: 'a bin per token while they are few',
    lengths: [1, 3],
    edges: [1, 2, 3, 4],
    counts: [1, 0, 1],
  },
])('$remark', ({ lengths, edges, counts }) => {
  expect(lengthHistogram(lengths)).toMatchObject({ edges, counts })
})

test('nothing has no histogram', () => {
  expect(lengthHistogram([])).toBeNull()
})

test('every length is counted once, in a bin that holds it', () => {
  const some = fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(some, (lengths) => {
      const { edges = [], counts = [], least, mean, most } = lengthHistogram(lengths) ?? {}
      expect(counts.length).toBeLessThanOrEqual(40)
      expect(edges).toHaveLength(counts.length + 1)
      counts.forEach((count, bin) => {
        const [from = 0, to = 0] = edges.slice(bin)
        expect(count).toBe(lengths.filter((length) => from <= length && length < to).length)
      })
      expect([least, most]).toEqual([Math.min(...lengths), Math.max(...lengths)])
      expect(mean).toBeCloseTo(lengths.reduce((a, b) => a + b, 0) / lengths.length, 6)
    }),
  )
})
