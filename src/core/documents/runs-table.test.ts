import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { Run } from '../model/run/run.ts'
import { exampleRun } from '../report/example-run.test-support.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { printable } from '#core/base/printable.ts'
import { generatedRun } from '../stats/fixtures/generated-run.ts'
import { runsTable } from './runs-table.ts'
import { sweepTable } from './sweep-table.ts'

const measured: Run = {
  ...exampleRun({ requestRate: 4 }),
  id: '0123456789',
  name: 'first',
  tags: [],
  notes: '',
  status: 'completed',
  baseUrl: 'http://a',
  serverName: 'gpu-03',
  sweepId: null,
  pointIndex: null,
  failure: null,
  facts: { model: 'llama', maxModelLen: null, version: null, kvCacheTokens: null, simulated: true },
  createdAtEpochMs: new Date(2026, 2, 1, 12).getTime(),
  plannedRequests: 3,
  clientVersion: '1',
  imported: null,
  launch: null,
}

const imported: Run = {
  ...measured,
  id: 'abc',
  name: 'theirs\u001b[31m',
  serverName: null,
  facts: null,
  summary: null,
  config: defaultBenchmarkConfig,
  imported: {
    fileName: 'result.json',
    importedAtEpochMs: 0,
    contentHash: '',
    backend: null,
    knownFields: [],
    requests: 'none',
  },
}

test('runs are listed with a name to call them by, and a dash for what is not known', () => {
  expect(runsTable([measured, imported]).split('\n')).toEqual([
    'run       name         when               server       model  requested   kept  output      p50      p50  verdict',
    '                                                                  req/s  req/s   tok/s  TTFT ms  TPOT ms',
    expect.stringMatching(/^─+$/),
    '01234567  first        2026-03-01 12:00Z  gpu-03       llama          4   1.00     2.5    150.0     32.5  Not usable: errors, too few samples  simulated',
    'abc       theirs [31m  2026-03-01 12:00Z  result.json  –              –      –       –        –        –  Not judged                           imported',
  ])
})

test('rate and throughput are those of the steady load, as in the table of a sweep', () => {
  const { config, summary } = generatedRun({ rate: 10, requests: 100 })
  const run = { ...measured, config, summary }
  const [asked = '', kept = ''] = cellsOf(runsTable([run])).slice(5)
  expect(asked).toBe('10')
  expect(Number(kept)).toBeGreaterThan(1.03 * (summary.requestThroughput ?? NaN))
  expect(
    cellsOf(sweepTable([{ ...exampleRun({ requestRate: 10 }), config, summary }], null))[1],
  ).toBe(kept)
})

test('a run that is too short to show whether it kept its rate has a dash in both tables', () => {
  const { config, summary } = generatedRun({ rate: 10, requests: 20 })
  expect(judgeRun({ config, summary })?.pace).toBe('not-known')
  expect(cellsOf(runsTable([{ ...measured, config, summary }]))[6]).toBe('–')
  expect(
    cellsOf(sweepTable([{ ...exampleRun({ requestRate: 10 }), config, summary }], null))[1],
  ).toBe('–')
})

function cellsOf(table: string): string[] {
  return (table.split('\n').at(-1) ?? '').trim().split(/ {2,}|(?<=Z) /)
}

test.each([
  ['two\nlines\u202e', 'two lines '],
  ['\u001b]0;title\u0007', ' ]0;title '],
  ['模型 é', '模型 é'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test.each([
  [{ requestRate: 2, datasetName: 'random-multi-turn' }, '2 conv/s'],
  [{ requestRate: 'inf', datasetName: 'random-multi-turn' }, 'inf'],
  [{ rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 9 }, '–'],
  [{ datasetName: 'timed_trace' }, '–'],
] as const)('the requested rate of %o is shown as %s', (changes, shown) => {
  const run = {
    ...measured,
    config: { ...measured.config, requestRate: 'inf' as const, ...changes },
  }
  expect(cellsOf(runsTable([run]))[5]).toBe(shown)
})
