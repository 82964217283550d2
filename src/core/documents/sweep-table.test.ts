import { expect, test } from 'vitest'
import { exampleRun } from '../report/example-run.test-support.ts'
import { sweepTable } from './sweep-table.ts'

test('a sweep is a table with its knee marked and a dash for what was not asked or has no rate', () => {
  const runs = [exampleRun({ requestRate: 2 }), exampleRun({ metricPercentiles: [50] })]
  expect(sweepTable(runs, 0).split('\n')).toEqual([
    'requested   kept  failed  output      p50      p99      p50      p99      p50      p99',
    '    req/s  req/s           tok/s  TTFT ms  TTFT ms  TPOT ms  TPOT ms  E2EL ms  E2EL ms',
    '─'.repeat(94),
    '     2.00   1.00       1     2.5    150.0    199.0     32.5     49.6    190.0    248.8  ◀ knee',
    '      inf      –       1     2.5    150.0        –     32.5        –    190.0        –',
  ])
})

test.each([
  [
    [50, 95],
    ['p50', 'p95'],
  ],
  [[50], ['p50']],
])('of percentiles %j it shows %j', (metricPercentiles, shown) => {
  const table = sweepTable([exampleRun({ requestRate: 2, metricPercentiles })], null)
  expect([...new Set(table.match(/p\d+/g))]).toEqual(shown)
  expect(table).not.toContain('–')
})
