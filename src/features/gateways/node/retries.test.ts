// A benchmark of a server that rejects requests: attempts and waits against the server's own log.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { configProblems } from '#core/model/config-problems.test-support.ts'
import { unmeasured } from '#core/model/run/metric-stats.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import { expect, test } from 'vitest'
import { loggedBenchmark } from '#node/experiment/logged-benchmark.test-support.ts'

const config: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  randomInputLen: 32,
  randomOutputLen: 8,
  numPrompts: 40,
  retryStatus: [429],
  retryMax: 2,
}

async function measure(
  retryAfterS: number | null,
  changes: Partial<BenchmarkConfig> = {},
  rejecting: Readonly<{ share: number; maxQueue: number | null }> = { share: 0.4, maxQueue: null },
) {
  const { result, log } = await loggedBenchmark(
    { ...config, ...changes },
    { rejections: { ...rejecting, retryAfterS } },
  )
  return { ...result, log: log() }
}

test('a server with a full queue rejects what comes at once, and takes it later', async () => {
  const rejecting = { share: 0, maxQueue: 4 }
  const { summary, log } = await measure(1, { numPrompts: 60, retryMax: 5 }, rejecting)
  const rejections = log.filter(({ status }) => status === 429).length
  // 24 are served at a time, and 5 may wait; how many find the queue full depends on how fast they arrive.
  expect(rejections).toBeGreaterThan(0)
  expect(summary).toMatchObject({ rejectedAttempts: rejections, rejected: 0, completed: 60 })
})

test.each([1, null])('agrees with the log of the server, Retry-After %s', async (retryAfterS) => {
  const { records, summary, log } = await measure(retryAfterS)
  for (const { requestId, rejected = [], error } of records) {
    const statuses = log.filter((entry) => entry.requestId === requestId).map((each) => each.status)
    expect(statuses).toEqual([...rejected.map(({ status }) => status), error?.status ?? 200])
    if (retryAfterS !== null) {
      expect(rejected.map(({ waitUs }) => waitUs)).toEqual(rejected.map(() => retryAfterS * 1e6))
    }
  }
  const rejections = log.filter(({ status }) => status === 429).length
  const rejectedOnly = records.filter(({ error }) => error !== null).length
  expect(rejections).toBeGreaterThan(8)
  expect(summary).toMatchObject({
    rejectedAttempts: rejections,
    rejected: rejectedOnly,
    failed: 0,
    completed: 40 - rejectedOnly,
  })
  const { e2el, e2el_including_retries: whole, ttft_including_retries: first } = summary.metrics
  expect(whole.max ?? 0).toBeGreaterThan((e2el.max ?? 0) + 300)
  expect(first.max ?? 0).toBeGreaterThan((summary.metrics.ttft.max ?? 0) + 300)
  expect([whole.count, first.count]).toEqual([summary.completed, summary.completed])
})

test('a run that retries nothing has no latencies with retries', async () => {
  const { summary } = await measure(
    null,
    { retryStatus: null, numPrompts: 4 },
    { share: 0, maxQueue: null },
  )
  expect(summary.metrics.e2el_including_retries).toEqual(unmeasured)
})

test('one that may retry has them, although nothing was rejected', async () => {
  const { summary } = await measure(null, { numPrompts: 4 }, { share: 0, maxQueue: null })
  const { e2el, e2el_including_retries: whole } = summary.metrics
  expect(whole).toEqual(e2el)
})

test('report and table show attempts and waits', async () => {
  const { records, ...run } = await measure(0)
  const report = consoleReport(run)
  expect(report).toMatch(/Failed requests: +0 *\n/)
  expect(report).toMatch(/Rejected attempts: +\d+ *\n/)
  expect(report).toContain('End-to-end Latency from the First Attempt')
  const [head = '', ...lines] = requestsCsv(records).trim().split('\n')
  const attempts = lines.map((line) => Number(line.split(',')[head.split(',').indexOf('attempts')]))
  expect(attempts.reduce((sum, count) => sum + count, 0)).toBe(
    40 + records.reduce((sum, { rejected = [] }) => sum + rejected.length, 0),
  )
})

test.each([
  [{ retryStatus: [429, 999] }, 'retryStatus', '999 is no status of a rejection'],
  [{ retryMax: 7 }, 'retryMax', 'has no effect without statuses to retry'],
])('refuses %o', (changes, field, text) => {
  expect(configProblems(changes)[0]).toEqual([field, expect.stringContaining(text)])
})

test('a server that asks to wait for a day is not waited for, and quoted', async () => {
  const always = { share: 1, maxQueue: null }
  const { summary } = await measure(86_400, { numPrompts: 2 }, always)
  expect(summary).toMatchObject({ rejected: 2, rejectedAttempts: 2 })
  expect(summary.warnings?.map(({ text }) => text).join('\n')).toContain('asks to wait 86400 s')
})
