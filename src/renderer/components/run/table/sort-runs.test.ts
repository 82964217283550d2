import { describe, expect, it } from 'vitest'
import { exampleRun, exampleStats, exampleSummary } from '../example-run.test-support.ts'
import { filterRuns, sortRuns, uniformColumns } from './sort-runs.ts'

const slow = exampleRun({
  id: 'slow',
  name: 'rate 16',
  tags: ['tp4', 'baseline'],
  notes: 'after the driver update',
  createdAtEpochMs: 3,
  config: { requestRate: 16 },
  summary: exampleSummary({
    metrics: { ...exampleSummary().metrics, ttft: exampleStats(400, 2000) },
  }),
})
const fast = exampleRun({
  id: 'fast',
  name: 'rate 2',
  createdAtEpochMs: 2,
  config: { requestRate: 2 },
})
const failed = exampleRun({
  id: 'failed',
  name: 'rate all',
  status: 'failed',
  serverName: 'gpu-07',
  summary: null,
  createdAtEpochMs: 1,
})
const runs = [slow, fast, failed]

function sorted(column: string, descending: boolean): string[] {
  return sortRuns(runs, { column, descending }).map((run) => run.id)
}

describe('runs in order', () => {
  it.each([
    ['when', true, ['slow', 'fast', 'failed'], 'the newest first'],
    ['name', false, ['fast', 'slow', 'failed'], 'numbers in names by their size'],
    ['rate', false, ['fast', 'slow', 'failed'], 'inf after every rate'],
    ['concurrency', false, ['slow', 'fast', 'failed'], 'equal ones as they were'],
    ['ttft-p99', false, ['fast', 'slow', 'failed'], 'what was not measured last'],
    ['ttft-p99', true, ['slow', 'fast', 'failed'], 'also from the largest down'],
    ['ttft-p95', false, ['slow', 'fast', 'failed'], 'as they were, where none was asked for it'],
    ['server', true, ['failed', 'slow', 'fast'], 'words backwards'],
    ['no such column', false, ['slow', 'fast', 'failed'], 'as they were'],
  ])('by %s (descending: %s) are %j: %s', (column, descending, ids) => {
    expect(sorted(column, descending)).toEqual(ids)
  })
})

describe('finding runs', () => {
  it.each([
    ['', ['slow', 'fast', 'failed'], 'nothing written finds all'],
    ['RATE', ['slow', 'fast', 'failed'], 'in names, in any case'],
    ['tp4 base', ['slow'], 'every word, also in tags'],
    ['gpu-07', ['failed'], 'in the name of the server'],
    ['llama completed', ['slow', 'fast'], 'in the model and the status'],
    ['driver tp4', ['slow'], 'in notes'],
    ['nobody', [], 'nothing'],
  ])('%j finds %j: %s', (text, ids) => {
    expect(filterRuns(runs, text).map((run) => run.id)).toEqual(ids)
  })
})

it('columns in which all runs are equal are known', () => {
  const columns = ['name', 'rate', 'server', 'model', 'course']
  expect(uniformColumns([slow, fast], columns)).toEqual(['server', 'model'])
  expect(uniformColumns(runs, columns)).toEqual(['model'])
  expect(uniformColumns([slow], columns)).toEqual([])
})
