import { describe, expect, it } from 'vitest'
import { exampleRun, exampleStats, exampleSummary } from './example-run.test-support.ts'
import { metricTable } from './metric-rows.ts'

describe('the table of latencies', () => {
  const table = metricTable(exampleRun({ config: { metricPercentiles: [99, 50] } }))

  it('has a column per percentile in rising order', () => {
    expect(table.percentiles).toEqual([50, 99])
  })

  it('has mean, median, deviation, least, most and percentiles in a row, each row in its unit', () => {
    expect(table.rows[0]).toEqual({
      name: 'charts.metric.ttft',
      explanation: 'charts.metricLong.ttft',
      count: 100,
      unit: { symbol: 'ms', ms: 1 },
      cells: [40, 40, 1, 20, 90, null, 90],
    })
    expect(table.rows.map(({ name }) => name)).toEqual(
      ['ttft', 'tpot', 'itl', 'e2el'].map((metric) => `charts.metric.${metric}`),
    )
  })

  it('has the first chunk and reasoning below TTFT where they add something', () => {
    const firsts = { reasoning: exampleStats(20, 60), chunk: exampleStats(10, 50) }
    const { rows } = metricTable(exampleRun({ summary: exampleSummary({ firsts }) }))
    expect(rows.slice(0, 4)).toMatchObject([
      { name: 'charts.metric.ttft' },
      { name: 'run.first.chunk', count: 100, cells: [10, 10, 1, 5, 50, 50] },
      { name: 'run.first.reasoning', cells: [20, 20, 1, 10, 60, 60] },
      { name: 'charts.metric.tpot' },
    ])
  })

  it('has waiting in the client beside the latencies where requests could wait', () => {
    const { metrics } = exampleSummary()
    const queued = { ...metrics, client_queue_time: exampleStats(300, 400) }
    const summary = exampleSummary({ metrics: queued })
    const metricsShown = (config: object) =>
      metricTable(exampleRun({ summary, config })).rows.map(({ name }) => name)
    expect(metricsShown({ maxConcurrency: 8 })).toContain('charts.metric.client_queue_time')
    expect(metricsShown({ maxConcurrency: null })).not.toContain('charts.metric.client_queue_time')
  })

  it('has E2EL alone where nothing is generated', () => {
    const { rows } = metricTable(exampleRun({ config: { backend: 'vllm-rerank' } }))
    expect(rows.map(({ name }) => name)).toEqual(['charts.metric.e2el'])
  })

  it('leaves the cells of what was not measured empty', () => {
    expect(table.rows[2]).toMatchObject({
      count: 0,
      cells: [null, null, null, null, null, null, null],
    })
  })
})
