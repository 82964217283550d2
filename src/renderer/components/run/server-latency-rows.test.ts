import { describe, expect, it } from 'vitest'
import { exampleStats, exampleSummary } from './example-run.test-support.ts'
import { serverLatencyTable } from './server-latency-rows.ts'

function tableOf(count: number) {
  const latencies = { e2el: { count, meanMs: 1, p99AtMostMs: 500 } }
  const server = { specDecode: null, diffusion: null, prefixCache: null, latencies }
  const metrics = { ...exampleSummary().metrics, e2el: exampleStats(900, 1500) }
  return serverLatencyTable(exampleSummary({ completed: 100, server, metrics }))
}

describe('the server’s own latencies', () => {
  it('stand beside how much longer ours are', () => {
    expect(tableOf(100)).toMatchObject({
      rows: [{ metric: 'e2el', serverMeanMs: 1, differenceMs: 899, serverP99AtMostMs: 500 }],
      countedOthers: false,
    })
  })

  it('are doubted where the server counted more requests than ours', () => {
    expect(tableOf(101).countedOthers).toBe(true)
  })

  it('are none where the server reported none', () => {
    expect(serverLatencyTable(exampleSummary()).rows).toEqual([])
  })
})
