import { expect, test } from 'vitest'
import { curveConcurrencies, leastDurationS, regionOf, regionsOf } from './regions.ts'

// Boundaries that `submission_checker.models.regions.compute_regions` of endpoints-submission-cli 1.5.3.0 returns.
test.each([
  [32, 33, [33, 33], [34, 33], [34, 33], [34, 37]],
  [1, 64, [2, 5], [6, 17], [18, 64], [65, 71]],
  [32, 100, [33, 36], [37, 49], [50, 100], [101, 111]],
  [8, 256, [9, 14], [15, 47], [48, 256], [257, 282]],
  [16, 1024, [17, 26], [27, 117], [118, 1024], [1025, 1127]],
  [32, 4096, [33, 48], [49, 287], [288, 4096], [4097, 4506]],
  [13, 700, [14, 22], [23, 91], [92, 700], [701, 771]],
  [3, 35, [4, 6], [7, 13], [14, 35], [36, 39]],
])(
  'regions between %d and %d are those of the reference',
  (cMin, cMax, low, middle, high, margin) => {
    const regions = regionsOf({ cMin, cMax })
    const ends = ({ start, end }: { start: number; end: number }) => [start, end]
    expect([
      ends(regions.low_concurrency),
      ends(regions.med_concurrency),
      ends(regions.high_concurrency),
      ends(regions.margin),
    ]).toEqual([low, middle, high, margin])
  },
)

test('the points of a curve are in every region, both ends among them', () => {
  const ends = { cMin: 4, cMax: 512 }
  const points = curveConcurrencies(ends, 9)
  expect(points).toHaveLength(9)
  expect([points[0], points.at(-1)]).toEqual([4, 512])
  const regions = new Set(points.map((point) => regionOf(point, regionsOf(ends))))
  expect([...regions].sort()).toEqual(
    ['high_concurrency', 'low_concurrency', 'low_latency', 'med_concurrency'].sort(),
  )
  expect(curveConcurrencies({ cMin: 32, cMax: 34 }, 7)).toEqual([32, 33, 34])
})

test('a point up to 32 needs half the time of a higher one', () => {
  expect([1, 32, 33].map((each) => leastDurationS(each, false))).toEqual([600, 600, 1200])
  expect([32, 33].map((each) => leastDurationS(each, true))).toEqual([600, 2400])
})
