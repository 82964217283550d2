import { expect, test } from 'vitest'
import { exampleRun as measuredRun } from '#core/report/example-run.test-support.ts'
import { keptFactors } from '#core/judgement/kept-throughput.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { type Run, runSummaryRowSchema } from '#core/model/run/run.ts'
import { listRunSummaryRows } from './run-summary-rows.ts'
import { saveRun } from './runs.ts'
import { exampleRun, temporaryDatabase } from './storage.test-support.ts'

const imported: NonNullable<Run['imported']> = {
  fileName: 'it’s "theirs".json',
  importedAtEpochMs: 1,
  contentHash: 'c0ffee',
  backend: 'tgi',
  knownFields: ['model', 'requestRate'],
  requests: 'none',
}
const changes: Readonly<Record<string, Partial<Run>>> = {
  'a run that was measured': { summary: measuredRun().summary },
  'one that has only begun': { summary: null, facts: null, status: 'preparing' },
  'one from a file': { imported, serverName: null, facts: null },
  'one with other settings': {
    config: {
      ...exampleRun.config,
      requestRate: 2.5,
      maxConcurrency: 7,
      metricPercentiles: [50, 99.9],
      model: null,
    },
  },
  'one of which less is known': {
    summary: { ...measuredRun().summary, failed: null },
  },
}

function rowJudgement(run: Run) {
  const judgement = judgeRun(run)
  if (judgement === null) return null
  const { grade, reasons } = judgement
  return { grade, reasons: reasons.map(({ code }) => code) }
}

test.each(Object.entries(changes))('%s is in a list as it is by itself', (_what, change) => {
  const database = temporaryDatabase()
  const run = { ...exampleRun, ...change }
  saveRun(database, run)
  expect(listRunSummaryRows(database, { text: '', sweepId: null })).toEqual([
    {
      ...runSummaryRowSchema.parse(run),
      judgement: rowJudgement(run),
      keptFactors: run.summary && keptFactors({ ...run, summary: run.summary }),
    },
  ])
})

test('a field that a run of an earlier version does not have is as usual', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  database.exec(`UPDATE runs SET config = '{"baseUrl": "http://127.0.0.1:8000"}'`)
  const [summaryRow] = listRunSummaryRows(database, { text: '', sweepId: null })
  expect(summaryRow?.config).toMatchObject({
    backend: 'openai',
    model: null,
    requestRate: 'inf',
    maxConcurrency: null,
    metricPercentiles: [99],
  })
})

test('briefs are filtered as runs are, page by page', () => {
  const database = temporaryDatabase()
  for (const createdAtEpochMs of [1, 2, 3, 4]) {
    const name = createdAtEpochMs === 4 ? 'another' : 'nightly'
    saveRun(database, { ...exampleRun, id: `run-${createdAtEpochMs}`, name, createdAtEpochMs })
  }
  const nightly = { text: 'nightly', sweepId: null, limit: 2 }
  const page = listRunSummaryRows(database, nightly)
  expect(page.map(({ id }) => id)).toEqual(['run-3', 'run-2'])
  const [rest] = listRunSummaryRows(database, { ...nightly, after: page.at(-1) ?? null })
  expect(rest?.id).toBe('run-1')
})

test('a search of any length', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const search = (text: string) => listRunSummaryRows(database, { text, sweepId: null }).length
  expect(search('first '.repeat(5000))).toBe(1)
  expect(search(`${'first '.repeat(5000)} second`)).toBe(0)
  expect(search('FIRST "%_\\ ')).toBe(0)
})

test('requests cut off by cancelling the run are not failures of a list', () => {
  const database = temporaryDatabase()
  const { summary } = measuredRun()
  const errors = [
    { code: 'cancelled', message: '', count: 35 },
    { code: 'reset', message: '', count: 5 },
  ] as const
  saveRun(database, {
    ...exampleRun,
    status: 'cancelled',
    summary: { ...summary, failed: 40, errors: [...errors] },
  })
  const [row] = listRunSummaryRows(database, { text: '', sweepId: null })
  expect(row?.summary?.failed).toBe(5)
})
