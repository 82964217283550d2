import { expect, test } from 'vitest'
import { exampleSource, exampleSweep } from './example-report.test-support.ts'
import { pointsCsv } from './points-csv.ts'

const text = pointsCsv(
  exampleSource.runs.map(({ run }) => run),
  [exampleSweep],
)
const [head = '', first = ''] = text.split('\r\n')

test('a line per run says where it stands, what it is worth and how sure its figures are', () => {
  expect(text.trimEnd().split('\r\n')).toHaveLength(9)
  const columns = head.split(',')
  expect(columns.slice(0, 12)).toEqual([
    ...['run_id', 'run_name', 'tags', 'notes', 'status', 'simulated', 'server'],
    'server_version',
    ...['sweep', 'point', 'repeat', 'setting_max_num_seqs'],
  ])
  expect(columns.slice(columns.indexOf('verdict'))).toEqual([
    ...[
      'verdict',
      'reasons',
      'load_state',
      'curve',
      'knee',
      'knee_place',
      'held: p99 ttft <= 150 ms',
    ],
    ...['steadiness', 'littles_law_ratio', 'worst_stall_s', 'steady_start_s', 'steady_end_s'],
  ])
  const ended = columns.filter((name) => name.endsWith('_low'))
  expect(ended.map((name) => name.slice(0, -4))).toEqual([
    ...['request_throughput', 'output_throughput', 'total_token_throughput'],
    ...['ttft', 'tpot', 'itl', 'e2el'].flatMap((metric) =>
      ['mean', 'p50', 'p99'].map((name) => `${name}_${metric}_ms`),
    ),
  ])
  expect(first).toContain(
    ',not-usable,errors not-steady too-few-samples,not-steady,max-num-seqs 8,No knee: no load gave usable figures,,,',
  )
})
