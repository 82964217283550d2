import { describe, expect, it } from 'vitest'
import { exampleRun, exampleStats, exampleSummary } from './example-run.ts'
import { metricTable } from './metric-rows.ts'

describe('the table of latencies', () => {
  const table = metricTable(exampleRun({ config: { metricPercentiles: [99, 50] } }))

  it('has a column per percentile in rising order', () => {
    expect(table.percentiles).toEqual([50, 99])
  })

  it('has mean, median, deviation, least, most and percentiles in a row, each row in its unit', () => {
    expect(table.rows[0]).toEqual({
      metric: 'ttft',
      count: 100,
      unit: { symbol: 'ms', ms: 1 },
      cells: [40, 40, 1, 20, 90, null, 90],
    })
    expect(table.rows.map((row) => row.metric)).toEqual(['ttft', 'tpot', 'itl', 'e2el'])
  })

  it('has waiting in the client beside the latencies where requests could wait', () => {
    const { metrics } = exampleSummary()
    const queued = { ...metrics, client_queue_time: exampleStats(300, 400) }
    const summary = exampleSummary({ metrics: queued })
    const metricsShown = (config: object) =>
      metricTable(exampleRun({ summary, config })).rows.map((row) => row.metric)
    expect(metricsShown({ maxConcurrency: 8 })).toContain('client_queue_time')
    expect(metricsShown({ maxConcurrency: null })).not.toContain('client_queue_time')
  })

  it('leaves the cells of what was not measured empty', () => {
    expect(table.rows[2]).toMatchObject({
      count: 0,
      cells: [null, null, null, null, null, null, null],
    })
  })
})
