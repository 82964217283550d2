import { describe, expect, test } from 'vitest'
import { runAnswer } from '#core/answers/run-answer.ts'
import { inEnglish } from '#core/messages/message.ts'
import type { Judgement } from '#core/model/run/judgement.ts'
import { generatedRun as run } from '#core/stats/fixtures/generated-run.ts'
import { judgeRun } from './judge-run.ts'
import { reasonAdvice, reasonText } from './reason-text.ts'

type Subject = Parameters<typeof judgeRun>[0]

function judged(subject: Subject): Judgement {
  const judgement = judgeRun(subject)
  if (judgement === null) throw new Error('The run cannot be judged.')
  return judgement
}

describe('a run near the capacity', () => {
  const { config, summary } = run({ rate: 10 })
  const pace = summary.certainty?.pace

  function showing(found: object): Subject {
    if (!summary.certainty || !pace) throw new Error('The run has no pace.')
    const certainty = { ...summary.certainty, pace: { ...pace, ...found } }
    const e2el = { ...summary.metrics.e2el, mean: (1000 * pace.scheduleS) / 5 }
    return { config, summary: { ...summary, certainty, metrics: { ...summary.metrics, e2el } } }
  }

  const slowed = { share: 0.7, error: 0.03 }
  const waited = { share: 0.96, capacityError: 0.03, waitingShare: 0.4, surelyShare: 0.3 }

  test.each([
    [{ loadToCapacity: waited }, /is 96 % of what.+± 6 %.+one of \d+0 s can/],
    [{ loadToCapacity: { ...waited, surelyShare: 0.2, loadError: 0.04 } }, /is 96 % of what/],
    [{ signs: { loadToLimit: slowed, growthDeviations: 4 } }, /over 64 % of what.+ s can/],
  ])('has a caution that says so: %j', (found, text) => {
    const judgement = judged(showing(found))
    expect(judgement).toMatchObject({ grade: 'caution', pace: 'not-known', isSaturated: false })
    const reason = judgement.reasons.find(({ code }) => code === 'pace-unsure')
    expect(reason && inEnglish(reasonText(reason))).toMatch(text)
  })

  test.each([
    {},
    { signs: { loadToLimit: slowed, growthDeviations: 1 } },
    { signs: { loadToLimit: { share: 0.7, error: 0.1 }, growthDeviations: 4 } },
    { loadToCapacity: { ...waited, share: 0.9 } },
    { loadToCapacity: { ...waited, surelyShare: 0.2, loadError: 0.01 } },
  ])('is none with %j', (found) => {
    expect(judged(showing(found))).toMatchObject({ grade: 'valid', pace: 'kept' })
  })

  test.each([
    [0.9, false, ['not-steady']],
    [1.2, true, ['saturated']],
  ])('a server whose capacity changed, at %d of the new one', (share, isSaturated, codes) => {
    const queue = { waitingShare: 0.9, surelyShare: 0.6, capacityError: 0.01 }
    const judgement = judged(showing({ loadToCapacity: { ...queue, share, capacityChange: 1 } }))
    expect(judgement).toMatchObject({ grade: 'caution', loadState: 'not-steady', isSaturated })
    const shown = judgement.reasons.filter(({ code }) => codes.includes(code))
    expect(shown.map(({ code }) => code)).toEqual(codes)
    const [reason] = shown
    expect(reason && inEnglish(reasonText(reason))).toMatch(
      /server itself changed.+by at least 100 %/,
    )
    expect(reason && inEnglish(reasonAdvice(reason))).not.toContain('maximum')
  })
})

test.each([
  [1.2, 0.1, true],
  [1.08, 0.1, false],
  [1.2, 0.25, false],
])('few requests at %d of the capacity that may vary by %d', (share, loadError, isSaturated) => {
  const { config, summary } = run({ rate: 10, requests: 120 })
  if (!summary.certainty?.pace) throw new Error('The run has no pace.')
  const queue = { waitingShare: 0.9, surelyShare: 0.6, capacityError: 0.02 }
  const pace = { ...summary.certainty.pace, loadToCapacity: { ...queue, share, loadError } }
  const certainty = { ...summary.certainty, pace }
  expect(judged({ config, summary: { ...summary, certainty } }).isSaturated).toBe(isSaturated)
})

test('rejected requests are not answered at the pace asked', () => {
  const { reasons, pace, isSaturated } = judged(run({ rate: 10, rejected: 60 }))
  expect(reasons.map(({ code }) => code)).toEqual(['saturated'])
  expect({ pace, isSaturated }).toEqual({ pace: 'behind', isSaturated: true })
  const { askedPerS = 0, answeredPerS = 0 } = reasons[0]?.evidence ?? {}
  expect(askedPerS).toBeCloseTo(10, 0)
  expect(Number(answeredPerS) / Number(askedPerS)).toBeCloseTo(0.9, 1)
})

test('no more responses complete than requests succeed', () => {
  const { reasons } = judged(run({ rate: 20, served: 10, failed: 300 }))
  const { askedPerS = 0, answeredPerS = 0 } =
    reasons.find(({ code }) => code === 'saturated')?.evidence ?? {}
  expect(askedPerS).toBeCloseTo(20, -1)
  expect(answeredPerS).toBeGreaterThan(0)
  // Half of the 600 fail.
  expect(Number(answeredPerS) / Number(askedPerS)).toBeLessThan(0.52)
})

describe('a run whose own limit on requests in flight holds them back', () => {
  // About a second each, so that three in flight complete some three per second.
  const held = run({ rate: 15, limit: 3, requests: 300 })

  test('says so, and nothing against the server', () => {
    const { reasons, pace, isSaturated, isHeldBack, grade } = judged(held)
    expect({ pace, isSaturated, isHeldBack, grade }).toEqual({
      pace: 'held-back',
      isSaturated: false,
      isHeldBack: true,
      grade: 'caution',
    })
    const [reason] = reasons
    expect(reason?.code).toBe('held-back')
    expect(reason?.evidence['limit']).toBe(3)
    expect(reason?.evidence['answeredPerS']).toBeCloseTo(3 / 1.05, 0)
  })

  test('is what its answer says', () => {
    expect(inEnglish(runAnswer({ ...held, status: 'completed' })?.line ?? '')).toMatch(
      /^Your limit of 3 in flight binds: [23]\.\d+ req\/s of 1\d(\.\d)? offered$/,
    )
  })

  test('keeps the pace where the limit is wide enough', () => {
    expect(judged(run({ rate: 10, limit: 40 }))).toMatchObject({ pace: 'kept', grade: 'valid' })
  })

  test('does not excuse a server whose own queue grows below the limit', () => {
    expect(judged(run({ rate: 20, limit: 2000, served: 10 })).isSaturated).toBe(true)
  })
})

test('growth because the server itself slows is drift, not saturation', () => {
  const { config, summary } = run({ rate: 10 })
  const growing = { state: 'drifting', inFlightChange: 0.5, latencyChange: 0.4 } as const
  const withSteadiness = (steadiness: typeof growing & { paceChange?: number }) => {
    if (!summary.certainty) throw new Error('The run has no certainty.')
    return judged({
      config,
      summary: { ...summary, certainty: { ...summary.certainty, steadiness } },
    })
  }
  expect(withSteadiness(growing).isSaturated).toBe(true)
  const slowed = withSteadiness({ ...growing, paceChange: 0.2 })
  expect(slowed).toMatchObject({ isSaturated: false, loadState: 'not-steady', grade: 'caution' })
  const [reason] = slowed.reasons
  expect(reason && inEnglish(reasonText(reason))).toMatch(/The server itself changed.+by 20 %/)
})
