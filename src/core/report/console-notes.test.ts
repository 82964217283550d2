import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { calibrationNote, intervalNote, originNote, serverLatencyNote } from './console-notes.ts'
import type { RunSummary } from '../model/run/run-summary.ts'
import { measured } from '../stats/fixtures/requests.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import { exampleRun } from './example-run.test-support.ts'
import { inEnglish, type Text } from '#core/messages/message.ts'
import { exampleCalibration, examplePoint } from './example-calibration.test-support.ts'

const origin = { hostName: 'gpu-03', nodeVersion: 'v24.1.0', clockUncertaintyMs: 0.42 }

test.each([
  [undefined, []],
  [
    { ...origin, clockOffsetMs: 12.34 },
    ['Sent from gpu-03 (Node v24.1.0; its clock is 12.3 ms ahead of ours, ± 0.4 ms).'],
  ],
  [
    { ...origin, clockOffsetMs: -1500 },
    ['Sent from gpu-03 (Node v24.1.0; its clock is 1500.0 ms behind ours, ± 0.4 ms).'],
  ],
])('of %j', (from, lines) => {
  expect(readable(originNote({ origin: from }))).toEqual(lines)
})

const { config, summary } = exampleRun()
const idle = { prefixCache: null }

test('latencies of the server are printed with the difference to ours', () => {
  const { ttft, e2el } = summary.metrics
  const latencies = {
    ttft: { count: 2, meanMs: ttft.mean - 0.75, p99AtMostMs: 250 },
    e2el: { count: 2, meanMs: e2el.mean + 1, p99AtMostMs: null },
  }
  expect(readable(serverLatencyNote({ ...summary, server: { ...idle, latencies } }))).toEqual([
    `By the server’s own count, on average: TTFT ${(ttft.mean - 0.75).toFixed(2)} ms (ours + 0.75 ms); ` +
      `E2EL ${(e2el.mean + 1).toFixed(2)} ms (ours - 1.00 ms).`,
  ])
})

test('is empty where the server reports none', () => {
  expect(readable(serverLatencyNote({ ...summary, server: null }))).toEqual([])
  expect(readable(serverLatencyNote({ ...summary, server: idle }))).toEqual([])
})

test('names the calibrated load nearest above that of the run', () => {
  expect(readable(calibrationNote(summary, [exampleCalibration]))).toEqual([
    'Calibrated 2026-11-21, at 64 streams, 1000 events/s: TTFT + 0.12 ms (p99 1.20 ms), 99 % of gaps within 0.15 ms.',
  ])
})

test.each([
  { what: 'more streams', changes: { peakConcurrency: 65 } },
  { what: 'more events a second', changes: { durationS: 0.0001 } },
])('names the greatest calibrated load for a run of $what', ({ changes }) => {
  const [note] = calibrationNote({ ...summary, ...changes }, [exampleCalibration]).map(inEnglish)
  expect(note).toContain('but only up to 256 streams, 20000 events/s')
})

test('the newest complete calibration counts, else the newest that got anywhere', () => {
  const older = { ...exampleCalibration, createdAtEpochMs: 0, points: [examplePoint(8, 8000)] }
  const newer = { ...exampleCalibration, createdAtEpochMs: 9e12, points: [] }
  const [note] = calibrationNote(summary, [older, newer, exampleCalibration]).map(inEnglish)
  expect(note).toContain('at 64 streams')

  const cut = { ...exampleCalibration, createdAtEpochMs: 9e12, status: 'cancelled' } as const
  const day = ([text = '']: readonly Text[]) => inEnglish(text).slice(0, 21)
  expect(day(calibrationNote(summary, [cut, exampleCalibration]))).toBe('Calibrated 2026-11-21')
  expect(day(calibrationNote(summary, [cut]))).toBe('Calibrated 2255-03-14')
})

test('nothing is said where there is none, or nothing was streamed', () => {
  expect(readable(calibrationNote(summary, []))).toEqual([])
  const { itl } = summary.metrics
  const silent = { ...summary, metrics: { ...summary.metrics, itl: { ...itl, count: 0 } } }
  expect(readable(calibrationNote(silent, [exampleCalibration]))).toEqual([])
})

test('the headline figures are printed with their intervals, the others are left out', () => {
  const certainty: RunSummary['certainty'] = {
    ...{ rate: null, pace: null, littlesLawRatio: null, steadiness: null, goodShare: null },
    figures: [
      { metric: 'ttft', percentile: null, intervalMs: { low: 140, high: 160 }, fewestValues: 16 },
      { metric: 'tpot', percentile: null, intervalMs: null, fewestValues: 16 },
    ],
    throughput: {
      requests: { low: 0.9, high: 1.1 },
      outputTokens: { low: 0.8, high: 1.2 },
      totalTokens: { low: 0.7, high: 1.3 },
    },
    stalls: { worstS: 0, gaps: 0, requests: 0 },
  }
  expect(readable(intervalNote({ config, summary: { ...summary, certainty } }))).toEqual([
    '95 % intervals (throughput: of the whole run): request throughput 0.900 req/s to 1.10 req/s, output throughput 2.00 tok/s to 3.00 tok/s, ' +
      'mean TTFT 140 ms to 160 ms, failed requests 6.15 % to 79.2 %.',
  ])
  const steady = summarizeRun(
    Array.from({ length: 64 }, (_, at) => measured({ startS: at / 4, latencyS: 2 })),
    {
      ...{ durationS: 18, percentiles: [], goodputLimitsMs: {}, client: null },
      steadyState: { target: 8, threshold: 0.9, minWindowS: 1 },
    },
  ).steadyState
  expect(steady?.window.requestsCompleted).toBeGreaterThan(16)
  expect(
    readable(intervalNote({ config, summary: { ...summary, steadyState: steady, certainty } })),
  ).toEqual([expect.stringContaining('(throughput: of the steady state)')])
  const intervalMs = { low: 150.01, high: 150.02 }
  const equal = certainty.figures.map((figure) => ({ ...figure, intervalMs }))
  const narrow = { ...summary, certainty: { ...certainty, figures: equal } }
  expect(readable(intervalNote({ config, summary: narrow }))).toEqual([
    expect.stringContaining(', mean TTFT 150 ms, '),
  ])
})
