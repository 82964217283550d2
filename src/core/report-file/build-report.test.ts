import { describe, expect, test } from 'vitest'
import { inEnglish } from '../messages/message.ts'
import { buildReport } from './build-report.ts'
import { badName, exampleSource, exampleSweep } from './example-report.test-support.ts'

describe('a report of a sweep', () => {
  const report = buildReport(exampleSource)

  test('has a point per run, a configuration per setting, a cell per load', () => {
    expect(
      report.points.map(({ number, configuration, rate, repeat }) => [
        number,
        configuration,
        rate,
        repeat,
      ]),
    ).toEqual(
      exampleSweep.points.map(({ index, settings, requestRate, repeat }) => [
        index + 1,
        settings[0],
        requestRate,
        repeat,
      ]),
    )
    expect(report.configurations.map(({ name }) => name)).toEqual([
      'max-num-seqs 8',
      `max-num-seqs ${badName}`,
    ])
    expect(
      report.cells.map(({ configuration, rate, points }) => [configuration, rate, points.length]),
    ).toEqual([
      [0, 2, 2],
      [0, 4, 2],
      [1, 2, 2],
      [1, 4, 2],
    ])
  })

  test('merges two repeats of a load into one figure around both', () => {
    const [first] = report.cells
    const [value, low, high] = first?.latencies.ttft?.['mean'] ?? [0, null, null]
    const runs = first?.points.map((at) => report.points[at]?.latencies.ttft?.['mean']?.[0] ?? 0)
    expect(runs).toHaveLength(2)
    expect(value).toBeCloseTo(((runs?.[0] ?? 0) + (runs?.[1] ?? 0)) / 2)
    expect(low).toBeLessThan(Math.min(...(runs ?? [])))
    expect(high).toBeGreaterThan(Math.max(...(runs ?? [])))
    expect(first?.intervals).toBe('repeats')
  })

  test('has percentiles that were not requested, from the requests', () => {
    expect(report.statistics).toEqual(['mean', 'p50', 'p90', 'p95', 'p99'])
    expect(report.points[0]?.latencies.ttft?.['p90']?.[0]).toBeCloseTo(43, 5)
  })

  test('says what a point is worth, and whether its limits held', () => {
    const [point] = report.points
    expect(point).toMatchObject({ grade: 'not-usable', failed: 1, marks: ['simulated'] })
    expect(point?.reasons.map(({ code }) => code)).toEqual([
      'errors',
      'not-steady',
      'too-few-samples',
    ])
    expect(inEnglish(point?.reasons[0]?.evidence ?? '')).toBe('1 of 40 requests failed (2.5 %).')
    expect(point?.limits.map(({ held, text }) => [held, inEnglish(text)])).toEqual([
      [null, 'p99 ttft <= 150 ms: 43.0 ms'],
    ])
    expect(report.simulated).toBe('all')
  })

  test('keeps to itself what is a secret', () => {
    expect(JSON.stringify(report)).not.toContain('geheim')
  })

  test('draws a few requests, the slowest and the failed ones among them', () => {
    const sample = report.points[0]?.detail?.requests
    expect(sample).toMatchObject({ total: 40, every: 3 })
    expect(sample?.rows.filter(([, , , failed]) => failed === 1)).toHaveLength(1)
    expect(sample?.rows.length).toBeLessThanOrEqual(20)
  })
})

test('runs without a sweep lie on a configuration per server and model', () => {
  const alone = exampleSource.runs.slice(0, 2).map((reported, index) => ({
    ...reported,
    run: { ...reported.run, sweepId: null, serverName: `gpu-${index}`, facts: null },
  }))
  const report = buildReport({ ...exampleSource, sweeps: [], runs: alone })
  expect(report.configurations.map(({ name }) => inEnglish(name))).toEqual([
    'gpu-0 · org/model',
    'gpu-1 · org/model',
  ])
  expect(report.environments.map(({ points }) => points)).toEqual([[1], [2]])
  expect(report.sweeps).toEqual([])
})

test('a run that measured nothing is a point all the same', () => {
  const [reported] = exampleSource.runs
  if (reported === undefined) throw new Error('there is one')
  const failure = { message: 'The server went away.', remedy: null }
  const run = { ...reported.run, status: 'failed' as const, summary: null, failure }
  const report = buildReport({
    ...exampleSource,
    sweeps: [],
    runs: [{ run, distributions: [], timeline: null, requests: null, telemetry: [] }],
  })
  expect(report.points).toMatchObject([
    { grade: null, failure: 'The server went away.', marks: ['failed', 'simulated'] },
  ])
  expect(report.cells).toEqual([])
})
