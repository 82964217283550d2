import { expect, test } from 'vitest'
import { findKnee } from './find-knee.ts'

const point = (throughput: number, latency: number) => ({ throughput, latency })

test.each([
  { remark: 'no curve has no knee', points: [], knee: null },
  { remark: 'a curve of failures has none', points: [point(0, 0), point(0, 0)], knee: null },
  {
    remark: 'throughput flattens and latency takes off after the third point',
    points: [
      point(500, 90),
      point(1000, 95),
      point(1900, 110),
      point(2200, 400),
      point(2210, 2000),
    ],
    knee: 2,
  },
  {
    remark: 'the order of points does not matter',
    points: [point(2210, 2000), point(1900, 110), point(500, 90)],
    knee: 1,
  },
  {
    remark: 'a curve that still rises has its knee at the end',
    points: [point(500, 90), point(1000, 95)],
    knee: 1,
  },
])('$remark', ({ points, knee }) => {
  expect(findKnee(points)).toBe(knee)
})
