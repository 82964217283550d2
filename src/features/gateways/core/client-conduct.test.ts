import { expect, test } from 'vitest'
import { backendNames, isPooling } from '#core/backends/backend-traits.ts'
import { sweepTable } from '#core/documents/sweep-table.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { configProblems } from '#core/model/config-problems.test-support.ts'
import { runNameOf } from '#core/model/run/run-name.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { statusNotes } from '#core/report/run-warnings.ts'
import { record, tooMany } from '#core/stats/fixtures/requests.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'

test.each([
  ['all that were chosen', { clientCancelled: 200, config: { cancelAfter: '5tok', share: 1 / 3 } }],
  ['six of all', { clientCancelled: 6, config: { cancelAfter: '30s', share: 1 } }],
])('a run is valid if requests were cancelled: %s', (_, { clientCancelled, config }) => {
  const { cancelAfter, share: cancelShare } = config
  const run = generatedRun({ rate: 10, clientCancelled, config: { cancelAfter, cancelShare } })
  expect(judgeRun(run)).toMatchObject({ grade: 'valid', reasons: [] })
})

test.each([
  ['the slow ones of all', { clientCancelled: 60, cancelShare: 1, share: 0.1 }],
  ['half of those chosen', { clientCancelled: 150, cancelShare: 0.5, share: 0.25 }],
])('a run is censored if only %s were cancelled', (_, { clientCancelled, cancelShare, share }) => {
  const config = { cancelAfter: '2s', cancelShare }
  const evidence = { clientCancelled, requests: 600, share }
  expect(judgeRun(generatedRun({ rate: 10, clientCancelled, config }))).toMatchObject({
    grade: 'caution',
    reasons: [{ code: 'censored', evidence }],
  })
})

test('rejected and cancelled requests have columns in the table of a sweep', () => {
  const run = exampleRun({ requestRate: 2, retryStatus: [429], cancelAfter: '2s' })
  const summary = { ...run.summary, failed: 1, rejected: 3, clientCancelled: 5 }
  const [head = '', , , row = ''] = sweepTable([{ ...run, summary }], null).split('\n')
  expect(head).toMatch(/^requested +kept +failed +rejected +cancelled +output/)
  expect(row).toMatch(/^ +2\.00 +1\.00 +1 +3 +5 /)
})

test.each([
  [{ cancelAfter: '2s', cancelShare: 0.5 }, / · cancel-after 2s · cancel-share 0\.5$/],
  [{ retryStatus: [429, 503], retryMax: 5 }, / · retry-status 429,503 · retry-max 5$/],
])('%j is part of the name of a run', (changed, end) => {
  expect(runNameOf({ ...defaultsOf('none'), ...changed }, null)).toMatch(end)
})

test('a run that retries gets no advice to retry', () => {
  const config = { ...defaultsOf('none'), retryStatus: [429] }
  expect(statusNotes(config, [record({ error: tooMany })])).toEqual([])
})

test('responses without tokens are cancelled after a time only', () => {
  for (const backend of backendNames.filter((each) => isPooling({ backend: each }))) {
    const problems = configProblems({ backend, cancelAfter: '5tok' })
    expect(problems.find(([field]) => field === 'cancelAfter')?.[1]).toContain('a time instead')
  }
})
