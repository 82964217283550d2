import { expect, test } from 'vitest'
import { clientHealthSchema } from '../../model/run/client-health.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { runsCsv } from './runs-csv.ts'

const health = clientHealthSchema.parse({
  sendLagP50Us: 50,
  sendLagP99Us: 12_000,
  sendLagMaxUs: 13_000,
  cpuShare: 0.25,
  loopDelayP99Us: 1500,
  loopDelayMaxUs: 2500,
  gcPauseTotalUs: 9000,
  gcPauseMaxUs: 4000,
  readLagMeanUs: 40,
  readLagP99Us: 700,
  lateReadShare: 0.001,
  keptRateShare: 1,
  firstTokenLagMeanUs: 60,
  firstTokenLagP99Us: 800,
})

function cellsOf(client: typeof health | null): Map<string, string> {
  const run = exampleRun({ requestRate: 2 })
  const summary = { ...run.summary, client }
  const [head = '', row = ''] = runsCsv([{ ...run, summary }]).split(/\r?\n/)
  const cells = row.split(',')
  return new Map(head.split(',').map((name, i) => [name, cells[i] ?? '']))
}

test.each([
  ['client_verdict', 'strained'],
  ['client_decided_by', 'sendLag'],
  ['client_decided_value', '12'],
  ['client_decided_limit', '10'],
  ['client_decided_unit', 'ms'],
  ['ttft_error_mean_ms', '0.06'],
  ['ttft_error_p99_ms', '0.8'],
  ['itl_error_p99_ms', '0.7'],
  ['send_lag_max_ms', '13'],
  ['read_lag_p99_ms', '0.7'],
  ['late_read_share', '0.001'],
  ['rate_kept_share', '1'],
  ['loop_delay_p99_ms', '1.5'],
  ['gc_pause_total_ms', '9'],
  ['client_cpu_cores', '0.25'],
])('a run in a spreadsheet has %s of its client', (column, cell) => {
  expect(cellsOf(health).get(column)).toBe(cell)
  expect(cellsOf(null).get(column)).toBe('')
})
