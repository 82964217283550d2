import { expect, test } from 'vitest'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import {
  type ClientCriterion,
  type ClientGrade,
  clientVerdict,
  type MonitoredRun,
} from '#core/judgement/client-verdict.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'

function statsWithMean(mean: number): MetricStats {
  return { count: 1, mean, median: mean, std: 0, min: mean, max: mean, percentiles: [] }
}

/** ITL 20 ms. */
function run(
  changes: Partial<ClientHealth>,
  requestRate: number | 'inf' = 10,
  count = 1000,
  ttftMs = 100,
): MonitoredRun {
  const options = { durationS: 1, percentiles: [], goodputLimitsMs: {} }
  const summary = summarizeRun([], { ...options, client: { ...quietClient, ...changes } })
  const e2el = { ...statsWithMean(1000), count }
  const metrics = { ...summary.metrics, ttft: statsWithMean(ttftMs), itl: statsWithMean(20), e2el }
  return { summary: { ...summary, metrics }, config: { requestRate } }
}

type Row = [
  what: string,
  judged: MonitoredRun,
  grade: ClientGrade,
  criterion?: ClientCriterion,
  value?: number,
]

test.each<Row>([
  ['at rest', run({}), 'fine'],
  ['TTFT 3 % off', run({ firstTokenLagMeanUs: 3000 }), 'fine'],
  ['TTFT 11 % off', run({ firstTokenLagMeanUs: 11_000 }), 'strained', 'ttftError', 0.11],
  ['TTFT 60 % off', run({ firstTokenLagMeanUs: 60_000 }), 'invalid', 'ttftError'],
  ['one gap in a hundred off', run({ readLagP99Us: 12_000 }), 'fine'],
  ['an error too small to matter', run({ readLagP99Us: 990, firstTokenLagMeanUs: 990 }), 'fine'],
  ['late requests', run({ sendLagP99Us: 20_000 }), 'strained', 'sendLag', 20],
  ['very late requests', run({ sendLagP99Us: 101_000 }), 'invalid', 'sendLag'],
  ['as late, before a long wait', run({ sendLagP99Us: 101_000 }, 10, 1000, 1100), 'strained'],
  ['one very late request', run({ sendLagP99Us: 101_000 }, 10, 99), 'strained', 'sendLag'],
  ['one that left after a pause', run({ sendLagP99Us: 2_001_000 }, 10, 99), 'invalid', 'sendLag'],
  ['audio sent late', run({ paceErrorP99Us: 20_000 }, 'inf'), 'strained', 'paceError', 20],
  ['audio sent very late', run({ paceErrorP99Us: 101_000 }, 'inf'), 'invalid', 'paceError'],
  ['audio sent on time', run({ paceErrorP99Us: 4000 }), 'fine'],
  ['all due at once, so late by design', run({ sendLagP99Us: 101_000 }, 'inf'), 'fine'],
  ['a rate hardly kept', run({ keptRateShare: 0.97 }), 'strained', 'keptRate', 0.97],
  ['a rate not kept', run({ keptRateShare: 0.9 }), 'invalid', 'keptRate'],
  ['no rate to keep', run({ keptRateShare: null }), 'fine'],
  ['a held-up loop, which explains but changes nothing', run({ loopDelayP99Us: 30_000 }), 'fine'],
  [
    'a process that was stopped for a while',
    run({ loopDelayMaxUs: 3e6, sendLagP99Us: 2.9e6 }),
    'invalid',
    'pause',
    3000,
  ],
  ['a long collection', run({ gcPauseMaxUs: 70_000 }), 'fine'],
  ['a thread that waits busily', run({ threadCpuShares: [0.3, 0.99] }), 'fine'],
  [
    'the worse of two',
    run({ sendLagP99Us: 50_000, firstTokenLagMeanUs: 60_000 }),
    'invalid',
    'ttftError',
  ],
  [
    'the one further beyond its limit',
    run({ sendLagP99Us: 11_000, firstTokenLagMeanUs: 20_000 }),
    'strained',
    'ttftError',
  ],
])('%s', (_what, judged, grade, criterion, value) => {
  const verdict = clientVerdict(judged)
  expect(verdict?.grade).toBe(grade)
  if (criterion !== undefined) expect(verdict?.decidedBy).toMatchObject({ criterion })
  if (value !== undefined) expect(verdict?.decidedBy).toMatchObject({ value })
})

test('what came closest to its limit is named even when nothing broke one', () => {
  expect(clientVerdict(run({ sendLagP99Us: 9000 }))?.decidedBy).toEqual({
    criterion: 'sendLag',
    value: 9,
    limit: 10,
    unit: 'ms',
  })
})

test('a run without monitoring has no verdict', () => {
  const { summary, config } = run({})
  expect(clientVerdict({ summary: { ...summary, client: null }, config })).toBeNull()
})

test('the error is that of reading late; gaps are off both ways', () => {
  const expected = { ttftMeanMs: 0.04, ttftP99Ms: 0.3, itlP99Ms: 0.4 }
  expect(clientVerdict(run({}))?.error).toEqual(expected)
  expect(clientVerdict(run({ firstTokenLagMeanUs: null }))?.error).toBeNull()
})
