import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { generatedRun as run } from '#core/stats/fixtures/generated-run.ts'
import { limitsText } from '#core/documents/limits-text.ts'
import { limitOutcomes } from '#core/sweep/limits.ts'
import { findingsOf } from '#core/sweep/search/findings.ts'
import { judgeRun } from './judge-run.ts'
import { reasonAdvice, reasonText } from './reason-text.ts'

const config = { metricPercentiles: [90] }
/** A tenth of the requests, and one in fifty. */
const full = run({ rate: 10, rejected: 60, withoutRetries: true, config })
const seldomFull = run({ rate: 10, rejected: 12, withoutRetries: true, config })
const wide = { name: 'ttft', percentile: 90, bound: 1e6 } as const

function reasonsOf(subject: typeof full) {
  return judgeRun(subject)?.reasons ?? []
}

test('a server that refuses load is full, and the setup is not wrong', () => {
  const [reason] = reasonsOf(full)
  expect(judgeRun(full)).toMatchObject({ grade: 'caution', isSaturated: true })
  expect(reasonsOf(full).map(({ code }) => code)).not.toContain('errors')
  expect(reason?.code).toBe('saturated')
  expect(inEnglish(reason ? reasonText(reason) : '')).toContain(
    'The server refused 60 of 600 requests as full (HTTP 429; 10 %). It carries the rate of answered requests',
  )
  expect(inEnglish(reason ? reasonAdvice(reason) : '')).toContain('--retry-status 429,503')
})

test('it is also named if it refuses few', () => {
  const [reason] = reasonsOf(seldomFull)
  expect(reason).toEqual({
    code: 'rejected',
    evidence: { requests: 600, refused: 12, refusedShare: 0.02, statuses: '429' },
  })
})

test('other failures still void a run', () => {
  expect(reasonsOf(run({ rate: 10, failed: 60 })).map(({ code }) => code)).toContain('errors')
})

test.each([
  ['without retries', full],
  ['without retries, few', seldomFull],
  ['on every attempt', run({ rate: 10, rejected: 12, config })],
])('a load that is refused %s meets no limit on a latency', (_, subject) => {
  expect(limitOutcomes([wide], subject)[0]).toMatchObject({ state: 'broken', beyond: 'refuses' })
  expect(inEnglish(limitsText([wide], [subject]))).toMatch(
    /^missed: p90 ttft <= 1000000 ms, is [\d.]+ ms for those that the server did not refuse$/,
  )
  const findings = findingsOf([wide], { load: 10, repeat: 0, ...subject })
  expect(findings.filter(({ excess }) => excess > 0).map(({ bound }) => bound)).toContain('answers')
})

test('one refusal in a hundred is none', () => {
  const rare = run({ rate: 10, rejected: 6, withoutRetries: true, config })
  expect(reasonsOf(rare)).toEqual([])
  expect(limitOutcomes([wide], rare)[0]?.state).toBe('held')
})

test.each([
  { rate: 12, timeoutS: 3, isSaturated: true },
  { rate: 15, timeoutS: 3, isSaturated: true },
  { rate: 8, timeoutS: 1.2, isSaturated: false },
])('requests that time out at $rate of 10 req/s void a run; saturated: $isSaturated', (load) => {
  const { isSaturated, ...offered } = load
  const judgement = judgeRun(run({ ...offered, served: 10, requests: 1000 }))
  expect(judgement).toMatchObject({ grade: 'not-usable', isSaturated })
})
