import { expect, it } from 'vitest'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { exampleRun, exampleSummary } from '../example-run.test-support.ts'
import { changesFrom, headWidth, runColumns, runNumber } from './run-columns.ts'
import { keyAsText } from '../../../i18n/key-as-text.test-support.ts'

/** With the latencies of the example, at these percentiles. */
function asked(...metricPercentiles: readonly number[]) {
  const summary = exampleSummary()
  const percentiles = metricPercentiles.map((percentile) => ({ percentile, value: percentile }))
  const ttft = { ...summary.metrics.ttft, percentiles }
  return exampleRun({
    config: { metricPercentiles: [...metricPercentiles] },
    summary: { ...summary, metrics: { ...summary.metrics, ttft } },
  })
}

function ttftOf(...runs: readonly ReturnType<typeof asked>[]) {
  return runColumns(runs, keyAsText)
    .filter(({ id }) => id.startsWith('ttft'))
    .map(({ detail, value }) => [detail, ...runs.map(value).slice(-1)])
}

it.each([
  ['99 where runs were asked for nothing else', [asked(99)], ['p50 ms', 'p99 ms']],
  ['what was asked for instead', [asked(50, 95)], ['p50 ms', 'p95 ms']],
  ['each where runs differ', [asked(95), asked(99), asked(99)], ['p50 ms', 'p95 ms', 'p99 ms']],
  ['nothing but the median where nothing else was asked for', [asked(50)], ['p50 ms']],
])('columns show %s', (_what, runs, details) => {
  expect(ttftOf(...runs).map(([detail]) => detail)).toEqual(details)
})

it('a column has a gap for a run that was not asked for it', () => {
  expect(ttftOf(asked(99), asked(95)).slice(1)).toEqual([
    ['p95 ms', 95],
    ['p99 ms', null],
  ])
})

it.each([
  ['TTFT', 'p95 ms', 68],
  ['Time per second of video', 'p50 s', 183],
  ['首个声音延迟与重试', 'p50 ms', 135],
])('a head of %s over %s has room', (head, detail, width) => {
  expect(headWidth({ head, detail })).toBe(width)
})

it('shares are columns where some run has them', () => {
  const cached = exampleRun({ summary: { ...exampleSummary(), cachedShare: 0.25 } })
  const columnsOf = (...runs: readonly ReturnType<typeof asked>[]) =>
    runColumns(runs, keyAsText).filter((column) => column.id.endsWith('Share'))
  expect(columnsOf(asked(99))).toEqual([])
  const shown = columnsOf(asked(99), cached)
  expect(shown.map((column) => column.id)).toEqual(['cachedShare'])
  expect([asked(99), cached].map((run) => shown[0]?.value(run))).toEqual([null, 0.25])
  expect(runNumber('cachedShare')?.value(cached)).toBe(0.25)
})

it('a change from the baseline is shown at the same load only', () => {
  const base = { ...exampleRun({}), id: 'base' }
  const columns = runColumns([base], keyAsText)
  const texts = (run: RunSummaryRow) => new Set(columns.map(changesFrom(base, run)))
  expect(texts(base)).toEqual(new Set(['']))
  expect(texts({ ...base, id: 'other' })).toContain('0.0\u00A0%')
  const { config } = base
  const judgement = { grade: 'not-usable' as const, reasons: ['cache-polluted' as const] }
  expect(texts({ ...base, id: 'c', judgement })).toEqual(new Set(['']))
  expect(texts({ ...base, id: 'b', config: { ...config, requestRate: 3 } })).toEqual(new Set(['']))
})
