import { expect, test } from 'vitest'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Database } from '#node/storage/database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { courseOf } from '#node/runs/stored-runs.ts'
import { storedTrend } from './stored-trend.ts'

const usual = { figure: null, baselineId: null }

function saved(database: Database, id: number, changes: Partial<Run> = {}): Run {
  const measured = generatedRun({ requests: 100, seed: id })
  const run = { ...exampleRun, ...measured, id: `run-${id}`, createdAtEpochMs: id, ...changes }
  saveRun(database, run)
  return run
}

test('a trend holds the completed runs of the same server and model, oldest first', () => {
  const database = temporaryDatabase()
  const run = saved(database, 2)
  saved(database, 3)
  saved(database, 1)
  saved(database, 4, { serverName: 'gpu-04' })
  saved(database, 5, { status: 'cancelled' })
  saved(database, 6, { summary: null, status: 'completed' })
  const trend = storedTrend(database, run, usual)
  expect(trend?.points.map(({ runId }) => runId)).toEqual(['run-1', 'run-2', 'run-3'])
  expect(trend?.figures.length).toBeGreaterThan(10)
})

test('a figure is chosen by its key, and the usual one has an interval', () => {
  const database = temporaryDatabase()
  const run = saved(database, 1)
  expect(storedTrend(database, run, usual)?.figure).toEqual({ name: 'ttft', percentile: 50 })
  const chosen = storedTrend(database, run, { ...usual, figure: 'outputThroughput/mean' })
  expect(chosen?.figure).toEqual({ name: 'outputThroughput', percentile: null })
})

test('a cancelled run is shown in its own trend', () => {
  const database = temporaryDatabase()
  saved(database, 1)
  const run = saved(database, 2, { status: 'cancelled' })
  expect(storedTrend(database, run, usual)?.points.map(({ runId }) => runId)).toContain('run-2')
})

test('a run that measured nothing has no trend', () => {
  const database = temporaryDatabase()
  expect(storedTrend(database, saved(database, 1, { summary: null }), usual)).toBeNull()
})

test('the course of a run is that of its tokens, and unknown without times', () => {
  const database = temporaryDatabase()
  const run = saved(database, 1)
  appendRecords(database, run.id, [
    exampleRecord(0, { sentAtUs: 0, firstTokenAtUs: 0, endedAtUs: 24e6, outputTokens: 48 }),
  ])
  expect(courseOf(database, run)).toEqual(new Array(24).fill(2))
  const imported: Run['imported'] = { ...importSource, requests: 'durations', knownFields: [] }
  expect(courseOf(database, { ...run, imported })).toEqual([])
})

const importSource = {
  ...{ fileName: 'r.json', importedAtEpochMs: 1, contentHash: 'c0ffee', backend: 'vllm' },
}
