import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { TargetSummary } from '#core/model/run/target-summary.ts'
import { exampleTarget } from '#core/model/run/target-summary.test-support.ts'
import { expect, test } from 'vitest'
import { exampleRun, exampleStats } from '../example-run.test-support.ts'
import { targetTable } from './target-cells.ts'

const unmeasured = { ...exampleStats(0, 0), count: 0, medianInterval: null }

function target(changes: Partial<TargetSummary> = {}): TargetSummary {
  return exampleTarget({
    ...{ requests: 30, completed: 30, inputTokens: 300, outputTokens: 600 },
    ...{ requestThroughput: 3, outputThroughput: 60 },
    ttft: { ...exampleStats(80, 90), medianInterval: null },
    tpot: unmeasured,
    e2el: { ...exampleStats(2000, 3000), medianInterval: null },
    ...changes,
  })
}

function tableOf(targets: TargetSummary[] | undefined) {
  const { summary } = exampleRun()
  const config = {
    ...defaultBenchmarkConfig,
    baseUrl: 'http://a:1/',
    otherBaseUrls: ['http://b:1'],
  }
  return targetTable({ config, summary: summary && { ...summary, targets } })
}

test('servers have their address, their share and latencies in one unit', () => {
  const dead = { requests: 10, completed: 0, failed: 10, ttft: unmeasured, e2el: unmeasured }
  const { columns, rows } = tableOf([target(), target(dead)])
  expect(columns.map(({ metric, unit }) => [metric, unit.symbol])).toEqual([
    ['ttft', 'ms'],
    ['e2el', 's'],
  ])
  expect(rows.map(({ number, url, share }) => [number, url, share])).toEqual([
    [1, 'http://a:1', 0.75],
    [2, 'http://b:1', 0.25],
  ])
  expect(rows[0]?.cells.map(({ valueMs }) => valueMs)).toEqual([80, 90, 2000, 3000])
  expect(rows[1]?.cells.every(({ valueMs }) => valueMs === null)).toBe(true)
})

test('a run on one server has no rows', () => {
  expect(tableOf(undefined).rows).toEqual([])
})
