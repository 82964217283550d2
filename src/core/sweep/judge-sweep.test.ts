import { describe, expect, test } from 'vitest'
import { generatedRun } from '../stats/fixtures/generated-run.ts'
import { finishedPoint as point } from './finished-point.test-support.ts'
import { judgeCurve, judgeSweep } from './judge-curve.ts'

describe('a sweep', () => {
  const kept = [point(1, 1, 11), point(2, 1.1, 11.1), point(4, 1.2, 11.2)]

  test('has its knee at the last point the server kept up with', () => {
    const { saturated, knee } = judgeSweep([...kept, point(8, 1.3, 20, 8)])
    expect(saturated).toEqual([false, false, false, true])
    expect(knee).toMatchObject({ kind: 'between', low: { position: 2 }, high: { position: 3 } })
  })

  test('has no knee while its last point is still the best', () => {
    const beyond = { kind: 'beyond', last: { position: 2 } }
    expect(judgeSweep(kept).knee).toMatchObject(beyond)
    expect(judgeSweep([...kept, null]).knee).toMatchObject(beyond)
  })

  test('has none where nothing was measured', () => {
    const knee = { kind: 'none', why: 'nothing-measured', wantedS: null }
    expect(judgeSweep([])).toEqual({ saturated: [], knee })
    expect(judgeSweep([null, null])).toEqual({ saturated: [false, false], knee })
  })

  test('measured more than once is saturated where most of its runs are', () => {
    const [light, drowned] = [point(4, 1.2, 11.2), point(4, 1.3, 20, 8)]
    const first = [point(1, 1, 11)]
    expect(judgeCurve([first, [light, light, drowned]]).saturated).toEqual([false, false])
    expect(judgeCurve([first, [light, drowned, drowned]]).saturated).toEqual([false, true])
  })

  test('measured more than once has its knee by the mean of its runs', () => {
    const loads = [
      [point(1, 1, 11)],
      [point(4, 1.2, 11.2), point(4, 1.4, 11.4)],
      [point(8, 1.3, 20, 8)],
    ]
    expect(judgeCurve(loads).knee).toMatchObject({ kind: 'between', high: { position: 2 } })
  })
})

test('a load that the own limit on requests in flight held back is no knee and no end of one', () => {
  const points = [2, 4, 6, 15].map((rate) => generatedRun({ rate, limit: 8 }))
  const { saturated, knee } = judgeSweep(points)
  expect(saturated).toEqual([false, false, false, false])
  expect(knee).toMatchObject({ kind: 'beyond', last: { position: 2 }, unusableAbove: true })
})
