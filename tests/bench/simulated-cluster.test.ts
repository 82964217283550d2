// A thousand workers under the coordinator as it is, on virtual time: the bench counts what it costs, this that it is right.
import { expect, test } from 'vitest'
import type { RequestRecord } from '#core/records/request-record.ts'
import { planOf } from '#node/load/plan.test-support.ts'
import { simulatedRun } from '../../bench/rig/simulated-cluster.ts'

test('a thousand workers return each request once, on one axis', async () => {
  const requests = 2500
  const records: RequestRecord[] = []
  const plan = planOf('http://127.0.0.1:8000/', requests, {
    offsetsS: Float64Array.from({ length: requests }, (_, i) => i / 1000),
    threads: 1,
  })
  const { outcome } = await simulatedRun(plan, 1000, (batch) => records.push(...batch))
  expect(records.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: requests }, (_, i) => i),
  )
  expect(outcome.workers).toHaveLength(1000)
  expect(outcome.workers?.map(({ requests: each }) => each)).toEqual(
    Array.from({ length: 1000 }, (_, worker) => (worker < 500 ? 3 : 2)),
  )
  // All clocks are one here, so that every time is exact.
  expect(outcome.workers?.every(({ placedWithinMs }) => placedWithinMs === 0)).toBe(true)
  expect(records.filter(({ scheduledAtUs, sentAtUs }) => scheduledAtUs !== sentAtUs)).toEqual([])
}, 60_000)
