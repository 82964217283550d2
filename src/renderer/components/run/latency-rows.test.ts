import { describe, expect, it } from 'vitest'
import { exampleRun, exampleStats, exampleSummary } from './example-run.test-support.ts'
import { latencyTable } from './latency-rows.ts'

describe('the table of latencies', () => {
  const table = latencyTable(exampleRun({ config: { metricPercentiles: [99, 50] } }), [])

  it('has a column per percentile in rising order', () => {
    expect(table.percentiles).toEqual([50, 99])
  })

  it('has mean, percentiles and the longest in a row, each row in its unit', () => {
    expect(table.rows[0]).toEqual({
      name: 'charts.metric.ttft',
      explanation: 'charts.metricLong.ttft',
      ...{ count: 100, unit: { symbol: 'ms', ms: 1 }, mean: 40, percentiles: [40, 90], max: 90 },
      server: null,
    })
    expect(table.rows.map(({ name }) => name)).toEqual(
      ['ttft', 'tpot', 'itl', 'e2el'].map((metric) => `charts.metric.${metric}`),
    )
  })

  it('has the first chunk and reasoning below TTFT where they add something', () => {
    const firsts = { reasoning: exampleStats(20, 60), chunk: exampleStats(10, 50) }
    const { rows } = latencyTable(exampleRun({ summary: exampleSummary({ firsts }) }), [])
    expect(rows.slice(0, 4)).toMatchObject([
      { name: 'charts.metric.ttft' },
      { name: 'run.first.chunk', mean: 10, percentiles: [10, 50], max: 50 },
      { name: 'run.first.reasoning', percentiles: [20, 60] },
      { name: 'charts.metric.tpot' },
    ])
  })

  it('has waiting in the client beside the latencies where requests could wait', () => {
    const { metrics } = exampleSummary()
    const queued = { ...metrics, client_queue_time: exampleStats(300, 400) }
    const summary = exampleSummary({ metrics: queued })
    const metricsShown = (config: object) =>
      latencyTable(exampleRun({ summary, config }), []).rows.map(({ name }) => name, [])
    expect(metricsShown({ maxConcurrency: 8 })).toContain('charts.metric.client_queue_time')
    expect(metricsShown({ maxConcurrency: null })).not.toContain('charts.metric.client_queue_time')
  })

  it('leaves the cells of what was not measured empty', () => {
    expect(table.rows[2]).toMatchObject({ count: null, mean: null, percentiles: [null, null] })
  })

  it('has the mean of an imported file without a count where the file has none, and never a count of 0', () => {
    const { metrics } = exampleSummary()
    const counted = (count: number | null) => {
      const imported = { ...metrics, ttft: { ...exampleStats(40, 90), count } }
      return latencyTable(exampleRun({ summary: exampleSummary({ metrics: imported }) }), [])
        .rows[0]
    }
    expect(counted(null)).toMatchObject({ count: null, mean: 40, percentiles: [40, 90] })
    expect(counted(0)).toMatchObject({ count: null, mean: null, percentiles: [null, null] })
  })

  it('has every percentile in order where the requests are known one by one', () => {
    const quantiles = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1]
    const drawn = { metric: 'ttft', count: 100, edges: [], counts: [] } as const
    const values = [40, 50, 60, 70, 80, 85, 90]
    const { percentiles, rows } = latencyTable(exampleRun(), [
      { ...drawn, edges: [], counts: [], quantiles, values },
    ])
    expect(percentiles).toEqual([50, 75, 90, 95, 99, 99.9])
    expect(rows[0]?.percentiles).toEqual([40, 50, 60, 70, 90, 85])
    expect(rows[1]?.percentiles).toEqual([10, null, null, null, 12, null])
  })

  it('has the server’s own mean as a column, and a warning where it counted others', () => {
    const latencies = { e2el: { count: 120, meanMs: 890, p99AtMostMs: 2000 } }
    const server = { latencies, prefixCache: null }
    const { hasServer, countedOthers, rows } = latencyTable(
      exampleRun({ summary: exampleSummary({ server }) }),
      [],
    )
    expect({ hasServer, countedOthers }).toEqual({ hasServer: true, countedOthers: true })
    expect(rows.map(({ server: own }) => own?.serverMeanMs ?? null)).toEqual([
      null,
      null,
      null,
      890,
    ])
    expect(rows[3]?.server).toMatchObject({ differenceMs: 10, serverP99AtMostMs: 2000 })
  })
})
