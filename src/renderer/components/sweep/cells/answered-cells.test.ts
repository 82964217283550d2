import { expect, test } from 'vitest'
import type { CapacityAnswer } from '#core/model/sweep-search.ts'
import { examplePlan, sweepOf } from '../example-sweep.test-support.ts'
import { answeredCells } from './answered-cells.ts'
import { cellCurves } from './sweep-cells.ts'

const measured = [1, 2, 3, 4].map((each) => ({
  ...{ outputThroughput: 100 * each, e2elMs: 500, durationS: 10 },
}))
const { sweep, rows } = sweepOf(measured, { ...examplePlan, requestRates: [4, 8, 10, 16] })
const [curve] = cellCurves(sweep, rows)
if (curve === undefined) throw new Error('It has a curve.')

function marksOf(changes: Partial<CapacityAnswer>) {
  const answer: CapacityAnswer = {
    ...{ kind: 'capacity', highestHeld: 8, firstBroken: { load: 10, limit: null }, estimate: 9 },
    ...{ interval: { low: 7, high: 9.2 }, runs: 9, ending: 'precise', ...changes },
  }
  const cells = curve === undefined ? [] : curve.cells
  const over = 'requestRate' as const
  const configuration = { server: 0, settings: [] }
  return answeredCells(
    { answers: [{ server: 0, settings: [], answer }] },
    { configuration, over, cells },
  ).map(({ isKnee, isKneeEnd }) => (isKnee ? 'at' : isKneeEnd ? 'end' : '-'))
}

test('the load that held is marked, and the measured loads around its interval', () => {
  expect(marksOf({})).toEqual(['end', 'at', 'end', '-'])
  expect(marksOf({ interval: null })).toEqual(['-', 'at', '-', '-'])
  expect(marksOf({ highestHeld: null, interval: null })).toEqual(['-', '-', '-', '-'])
})

test('without a search the knee stays as it is', () => {
  expect(answeredCells({ answers: [] }, curve)).toBe(curve.cells)
})
