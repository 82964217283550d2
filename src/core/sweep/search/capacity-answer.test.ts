import { expect, test } from 'vitest'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { capacityAnswer } from './capacity-answer.ts'
import { fitLoads } from './load-fit.ts'

test.each([
  ['full', { rejected: 60 }],
  ['answers', { failed: 60 }],
  ['answers', { rejected: 60, failed: 60 }],
])('requests without a response: %s with %j', (unasked, outcomes) => {
  const run = { load: 4, repeat: 0, ...generatedRun({ rate: 4, requests: 300, ...outcomes }) }
  const { firstBroken } = capacityAnswer({
    ...{ limits: [], search: { over: 'requestRate' }, fit: fitLoads([], [run]) },
    ...{ believed: [run], runs: 1, ending: 'never-held' },
  })
  expect(firstBroken).toMatchObject({ load: 4, limit: null, unasked })
})

test('a latency far beyond its limit is the measured one, not the one that the fit caps', () => {
  const limits = [{ name: 'e2el', percentile: 50, bound: 100 } as const]
  const run = { load: 4, repeat: 0, ...generatedRun({ rate: 4, requests: 300 }) }
  const { median } = run.summary.metrics.e2el
  expect(median).toBeGreaterThan(5 * 100)
  const { firstBroken } = capacityAnswer({
    ...{ limits, search: { over: 'requestRate' }, fit: fitLoads(limits, [run]) },
    ...{ believed: [run], runs: 1, ending: 'never-held' },
  })
  expect(firstBroken).toMatchObject({ load: 4, limit: 0, figure: { value: median } })
})
