import { bestAnswer, sweepAnswers as coreAnswers } from '#core/answers/sweep-answers.ts'
import { inEnglish } from '#core/messages/message.ts'
import type { SearchAnswer } from '#core/model/sweep-search.ts'
import { sweepPlanSchema, tuneSchema } from '#core/model/sweep.ts'
import { expect, test } from 'vitest'
import { cellCurves } from '../sweep/cells/sweep-cells.ts'
import { examplePlan, sweepOf } from '../sweep/example-sweep.test-support.ts'
import { sweepAnswers } from './start-rows.ts'

const measurements = [1, 2].map((each) => ({
  ...{ outputThroughput: 100 * each, e2elMs: 500, durationS: 10 },
}))

test('listed loads are answered by the knee of their curve', () => {
  const { sweep, rows } = sweepOf(measurements)
  const ended = { ...sweep, status: 'completed' as const }
  const [answer, ...more] = sweepAnswers({ sweep: ended, curves: cellCurves(sweep, rows) })
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
  const { search } = sweepPlanSchema.parse({ ...examplePlan, search: { kind: 'capacity' } })
  const plan = { ...sweep.plan, search }
  const searched = { ...sweep, plan, answers: [{ server: 0, settings: [], answer }] }
  const [found] = sweepAnswers({ sweep: searched, curves: [] })
  expect(inEnglish(found?.text ?? '')).toBe(
    'Capacity at least 10 req/s that the server keeps up with',
  )
})

test('searches of a tuning are not its answer, which is that of all its settings', () => {
  const { sweep, rows } = sweepOf(measurements)
  const tune = tuneSchema.parse({
    ...{ base: {}, gpus: 1, budget: { gpuMinutes: 9, runs: null, minutes: null } },
    flags: [{ numbers: [8, 16], isScale: true, onlyIf: null }],
  })
  const tuned = { ...sweep, plan: { ...sweep.plan, tune }, status: 'completed' as const }
  expect(sweepAnswers({ sweep: tuned, curves: cellCurves(sweep, rows) })).toEqual([])
})

test('a single load has no curve, and so no answer', () => {
  const { sweep, rows } = sweepOf(measurements, { ...examplePlan, requestRates: [4] })
  expect(sweepAnswers({ sweep, curves: cellCurves(sweep, rows) })).toEqual([])
})

test('the configuration that gives most comes first, as on the page of the sweep', () => {
  const plan = { ...examplePlan, maxConcurrencies: [16, null] }
  const four = [1, 2, 3, 4].map((each) => ({
    ...{ outputThroughput: 100 * each, e2elMs: 500, durationS: 10 },
  }))
  const { sweep, rows } = sweepOf(four, plan)
  const ended = { ...sweep, status: 'completed' as const }
  const answers = sweepAnswers({ sweep: ended, curves: cellCurves(sweep, rows) })
  const best = bestAnswer(
    coreAnswers(
      ended,
      rows.flatMap(({ run }) => run ?? []),
    ),
  )
  expect(answers).toHaveLength(2)
  expect(answers[0]?.name).toEqual(best?.name)
})
