import { inEnglish } from '#core/messages/message.ts'
import type { SearchAnswer } from '#core/model/sweep/sweep-search.ts'
import { expect, test } from 'vitest'
import { answerSentences } from '#core/sweep/search/answer-text.ts'
import { useText } from '../../i18n/i18n.ts'
import { cellCurves } from '../sweep/cells/sweep-cells.ts'
import { examplePlan, sweepOf } from '../sweep/example-sweep.ts'
import { sweepAnswers } from './sweep-answers.ts'

const t = useText()
const measurements = [1, 2].map((each) => ({
  ...{ outputThroughput: 100 * each, e2elMs: 500, durationS: 10 },
}))

test('listed loads are answered by the knee of their curve', () => {
  const { sweep, rows } = sweepOf(measurements)
  const [answer, ...more] = sweepAnswers({ sweep, curves: cellCurves(sweep, rows) }, t)
  expect(answer?.name).toBe('')
  expect(inEnglish(answer?.text ?? '')).toMatch(/knee/i)
  expect(more).toEqual([])
})

test('a search is answered by the sentence of its own page', () => {
  const { sweep } = sweepOf([])
  const answer: SearchAnswer = {
    kind: 'capacity',
    ...{ highestHeld: 10, firstBroken: null, estimate: null, interval: null },
    ...{ runs: 7, ending: 'not-saturated' },
  }
  const searched = { ...sweep, answers: [{ server: 0, settings: [], answer }] }
  expect(sweepAnswers({ sweep: searched, curves: [] }, t)).toEqual([
    { name: '', text: answerSentences(answer, examplePlan) },
  ])
})

test('a single load has no curve, and so no answer', () => {
  const { sweep, rows } = sweepOf(measurements, { ...examplePlan, requestRates: [4] })
  expect(sweepAnswers({ sweep, curves: cellCurves(sweep, rows) }, t)).toEqual([])
})
