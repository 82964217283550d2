import { expect, test } from 'vitest'
import { intervalOf } from './batch-means.ts'
import { estimateFromRepeats } from './merged-figure.ts'

test('three runs are known as well as two degrees of freedom allow', () => {
  const repeats = estimateFromRepeats([10, 11, 12])
  if (repeats === null) throw new Error('three are enough')
  const { low, high } = intervalOf(repeats)
  expect(repeats).toMatchObject({ value: 11, degrees: 2 })
  expect(repeats.variation).toBeCloseTo(1 / 11, 12)
  // 11 ± 4.3027 · 1 / √3
  expect(low).toBeCloseTo(8.5159, 4)
  expect(high).toBeCloseTo(13.4841, 4)
})

test.each([[[]], [[5]]])('%j are independent', (figures) => {
  expect(estimateFromRepeats(figures)).toBeNull()
})

test('figures that agree leave no doubt, and nothing has no variation', () => {
  expect(estimateFromRepeats([4, 4])).toMatchObject({ value: 4, standardError: 0, variation: 0 })
  expect(estimateFromRepeats([0, 0])).toMatchObject({ value: 0, variation: 0 })
})
