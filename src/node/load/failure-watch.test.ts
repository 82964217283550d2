import { expect, test } from 'vitest'
import type { RequestErrorCode } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { FailureWatch, noFailureLimits } from './failure-watch.ts'
import { listen, planOf } from './plan.test-support.ts'
import { runLoad } from './run-load.ts'
import { serveScript } from './scripted-server.test-support.ts'

function ended(...codes: (RequestErrorCode | null)[]) {
  return codes.map((code) => ({
    error: code === null ? null : { code, message: '', status: null, body: null },
  }))
}

test.each([
  { remark: 'in one batch', batches: [ended('refused', 'refused', 'dns')], lost: true },
  { remark: 'over batches', batches: [ended('refused', 'refused'), ended('refused')], lost: true },
  {
    remark: 'with a response between',
    batches: [ended('refused', 'refused', null, 'refused', 'refused')],
    lost: false,
  },
  {
    remark: 'with an error of the server between',
    batches: [ended('refused', 'refused', 'http-status', 'refused')],
    lost: false,
  },
  { remark: 'of another kind', batches: [ended('timeout', 'timeout', 'timeout')], lost: false },
])('three connection errors $remark: lost is $lost', ({ batches, lost }) => {
  const watch = new FailureWatch({ ...noFailureLimits, maxConnectionErrors: 3 })
  for (const batch of batches) watch.add(batch)
  expect(watch.reached.aborted).toBe(lost)
  expect(watch.limit).toEqual(lost ? { kind: 'connections', failed: 3 } : null)
})

test('without a limit nothing ends the run', () => {
  const watch = new FailureWatch()
  watch.add(ended(...Array.from({ length: 500 }, () => 'refused' as const)))
  expect(watch.reached.aborted).toBe(false)
})

test('more failures than allowed end the run; what is rejected, cancelled or cut off is none', () => {
  const watch = new FailureWatch({ ...noFailureLimits, maxErrors: 2 })
  watch.add(ended('timeout', null, 'rejected', 'client-cancelled', 'cancelled', 'http-status'))
  expect(watch.limit).toBeNull()
  watch.add(ended('reset', 'reset'))
  expect(watch.limit).toEqual({ kind: 'requests', failed: 3, ended: 6 })
})

test('a share of failures ends the run once 20 requests have ended', () => {
  const watch = new FailureWatch({ ...noFailureLimits, maxErrorRate: 0.5 })
  watch.add(ended(...Array.from({ length: 19 }, () => 'timeout' as const)))
  expect(watch.limit).toBeNull()
  watch.add(ended(null))
  expect(watch.limit).toEqual({ kind: 'requests', failed: 19, ended: 20 })
  const even = new FailureWatch({ ...noFailureLimits, maxErrorRate: 0.5 })
  for (let pair = 0; pair < 20; pair++) even.add(ended(null, 'timeout'))
  expect(even.limit).toBeNull()
})

test('records do not wait for the next batch once a thread alone has reached a limit', async () => {
  const server = await serveScript((_request, response) => void response.writeHead(503).end())
  const limits = { ...noFailureLimits, maxErrors: 5 }
  const watch = new FailureWatch(limits)
  const { heard, hooks } = listen()
  const watched = {
    ...hooks,
    onRecords: (records: readonly RequestRecord[]) => {
      hooks.onRecords(records)
      watch.add(records)
    },
  }
  const plan = planOf(server.url, 20_000, { maxConcurrency: 4, failureLimits: limits })
  await runLoad(plan, watched, watch.reached)
  const failed = heard.records.filter(({ error }) => error?.code === 'http-status')
  expect(failed.length).toBeGreaterThan(5)
  expect(failed.length).toBeLessThan(20)
})
