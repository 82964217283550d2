import { describe, expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { summarizeRun } from '../../stats/summarize-run.ts'
import { exampleRecords, exampleRun } from '../example-run.test-support.ts'
import { printedReports } from './printed-reports.ts'

const turns = [
  { conversation: 0, number: 0 },
  { conversation: 0, number: 1 },
  { conversation: 1, number: 0 },
]

function printed(config: Partial<BenchmarkConfig>, asConversations = false): string {
  const run = exampleRun(config)
  const records = exampleRecords.map((record, index) =>
    asConversations ? { ...record, turn: turns[index] } : record,
  )
  const summary = summarizeRun(records.map(measuredFromRecord), {
    durationS: 2,
    percentiles: [99],
    goodputLimitsMs: run.config.goodput,
    client: null,
  })
  return printedReports['vllm-bench']({ ...run, summary }).join('\n')
}

const sections = `\
--------------------Time to First Token---------------------
Mean TTFT (ms):                          150.00    
Median TTFT (ms):                        150.00    
P99 TTFT (ms):                           199.00    
----------Time per Output Token (excl. 1st token)-----------
Mean TPOT (ms):                          32.50     
Median TPOT (ms):                        32.50     
P99 TPOT (ms):                           49.65     
--------------------Inter-token Latency---------------------
Mean ITL (ms):                           26.67     
Median ITL (ms):                         20.00     
P99 ITL (ms):                            49.40     
---------------------End-to-end Latency---------------------
Mean E2EL (ms):                          190.00    
Median E2EL (ms):                        190.00    
P99 E2EL (ms):                           248.80    `

/** What each section of conversations prints, with a dollar sign for each value. */
const turnRows = `\
Successful requests:                          $
Failed requests:                              $
Total input tokens:                           $
Total generated tokens:                       $
Request throughput (req/s):                   $
Input token throughput (tok/s):               $
Output token throughput (tok/s):              $
Total token throughput (tok/s):               $
--------------------Inter-token Latency---------------------
Mean ITL (ms):                           $
Median ITL (ms):                         $
P99 ITL (ms):                            $`
const overall = ['2', '1', '32', '5', '1.00', '16.00', '2.50', '18.50', '26.67', '20.00', '49.40']
const firstTurn = ['2', '0', ...overall.slice(2)]
const secondTurn = ['0', '1', '0', '0', ...Array<string>(7).fill('0.00')]

function turnSection(banner: string, values: readonly string[]): string {
  const filled = values.reduce((rows, value) => rows.replace('$', value.padEnd(10)), turnRows)
  return `${banner}\n${filled}`
}

describe('the wide report', () => {
  test('prints E2EL by default, in sixty columns', () => {
    expect(printed({ requestRate: 8, maxConcurrency: 4 })).toBe(`\
================= Serving Benchmark Result =================
Successful requests:                     2         
Failed requests:                         1         
Maximum request concurrency:             4         
Request rate configured (RPS):           8.00      
Benchmark duration (s):                  2.00      
Total input tokens:                      32        
Total generated tokens:                  5         
Request throughput (req/s):              1.00      
Output token throughput (tok/s):         2.50      
Peak output token throughput (tok/s):    3.00      
Peak concurrent requests:                1.00      
Total token throughput (tok/s):          18.50     
${sections}
============================================================`)
  })

  test.each([
    { goodput: { ttft: 120 }, reported: true },
    { goodput: { ttft: 1 }, reported: false },
  ])('prints goodput where there was some: $goodput', ({ goodput, reported }) => {
    expect(printed({ goodput }).includes('Request goodput (req/s):')).toBe(reported)
  })

  test('asks for no latency the reader left out', () => {
    expect(printed({ percentileMetrics: ['ttft'] })).not.toContain('E2EL')
  })
})

test('conversations are printed together, then turn by turn', () => {
  const lines = printed({ maxConcurrency: 2, percentileMetrics: ['itl'] }, true).split('\n')
  expect(lines).toEqual(
    `\
=============== Multi-Turn Benchmark Result ================
Conversations completed/total:                1/2
Turns per conversation (configured):          2
Avg turns completed:                          1.0
Avg conversation duration (ms):               250
Concurrency:                                  2
Inter-turn delay (ms):                        0
Benchmark duration (s):                       2.00
${turnSection('------------------- Overall (All Turns) --------------------', overall)}
${turnSection('-------------------- Turn 1 (2 samples) --------------------', firstTurn)}
${turnSection('-------------------- Turn 2 (1 samples) --------------------', secondTurn)}
============================================================`.split('\n'),
  )
})
