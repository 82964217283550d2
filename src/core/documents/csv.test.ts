import { describe, expect, test } from 'vitest'
import type { ImportSource } from '../model/run/import-source.ts'
import { csvText } from './csv.ts'
import { exampleRun } from '../report/example-run.test-support.ts'
import { requestsCsv } from '../report/csv/requests-csv.ts'
import { runsCsv } from '../report/csv/runs-csv.ts'

describe('comma-separated values', () => {
  test('quote only cells that need it and end every line with CRLF', () => {
    const columns = [{ name: 'a,b', cell: (row: string | null) => row }]
    expect(csvText(columns, ['plain', 'say "hi"', 'two\nlines', null])).toBe(
      '"a,b"\r\nplain\r\n"say ""hi"""\r\n"two\nlines"\r\n\r\n',
    )
  })
})

test('a text that begins like a formula stays a text', () => {
  const columns = [{ name: 'said', cell: (row: string | number) => row }]
  const texts = ['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', 'a=b']
  expect(
    csvText(columns, [...texts, -1])
      .split('\r\n')
      .slice(1, -1),
  ).toEqual([`"'=HYPERLINK(""x"")"`, "'+1", "'-1", "'@SUM(1)", 'a=b', '-1'])
})

describe('the table of requests', () => {
  test('has one line per request with times in ms, and dashes nowhere', () => {
    const lines = requestsCsv(exampleRun().records).split('\r\n')
    expect(lines).toEqual([
      'index,request_id,success,scheduled_at_ms,sent_at_ms,ended_at_ms,ttft_ms,first_chunk_ms,first_content_ms,first_reasoning_ms,first_tool_call_ms,tpot_ms,mean_itl_ms,max_itl_ms,e2el_ms,input_tokens,inputs,output_tokens,error_code,error,error_status,error_body',
      '0,bench-0,true,250,250.1,380.1,100,100,100,,,15,15,20,130,16,1,3,,,,',
      '1,bench-1,false,500,500.05,600,,,,,,,,,,16,1,,http-status,The server answered 500.,500,"{""a"":""b""}"',
      '2,bench-2,true,1500,1500,1750,200,200,200,,,50,50,50,250,16,1,2,,,,',
      '',
    ])
  })
})

test('requests without moments have durations only', () => {
  const [head] = requestsCsv(exampleRun().records, { timed: false }).split('\r\n')
  expect(head).toMatch(/^index,request_id,success,ttft_ms,/)
})

describe('the table of runs', () => {
  test('leaves empty what an imported file does not say, and what nothing was measured of', () => {
    const { config, summary } = exampleRun({ requestRate: 4 })
    const imported: ImportSource = {
      fileName: 'a.json',
      importedAtEpochMs: 0,
      contentHash: '',
      requests: 'none',
      backend: 'tgi',
      knownFields: ['requestRate'],
    }
    const metrics = { ...summary.metrics, ttft: { ...summary.metrics.ttft, count: 0 } }
    const run = { config, summary: { ...summary, metrics }, startedAtEpochMs: null, imported }
    const [head = '', line = ''] = runsCsv([run]).split('\r\n')
    const row = new Map(head.split(',').map((name, index) => [name, line.split(',')[index]]))
    expect(row.get('request_rate')).toBe('4')
    expect(row.get('backend')).toBe('tgi')
    for (const name of [
      'finished_at',
      'dataset',
      'max_concurrency',
      'mean_ttft_ms',
      'p99_ttft_ms',
    ]) {
      expect(row.get(name), name).toBe('')
    }
  })

  test('has a column for every percentile any run has', () => {
    const [head = '', first = '', second = ''] = runsCsv([
      exampleRun({ metricPercentiles: [99], requestRate: 2 }),
      exampleRun({ metricPercentiles: [50] }),
    ]).split('\r\n')
    const names = head.split(',')
    const at = (line: string, name: string) => line.split(',')[names.indexOf(name)]
    expect(names.filter((name) => name.endsWith('_ttft_ms'))).toEqual([
      'mean_ttft_ms',
      'median_ttft_ms',
      'std_ttft_ms',
      'p50_ttft_ms',
      'p99_ttft_ms',
    ])
    expect([at(first, 'request_rate'), at(second, 'request_rate')]).toEqual(['2', 'inf'])
    expect([at(first, 'p50_ttft_ms'), at(second, 'p50_ttft_ms')]).toEqual(['', '150'])
    expect(at(first, 'output_throughput')).toBe('2.5')
  })
})
