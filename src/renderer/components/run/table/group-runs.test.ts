import { expect, test } from 'vitest'
import { exampleRun } from '../example-run.test-support.ts'
import { groupedRows } from './group-runs.ts'

const runs = [
  exampleRun({ id: 'a', serverName: 'l4' }),
  exampleRun({ id: 'b', serverName: 'h100' }),
  exampleRun({ id: 'c', serverName: 'l4' }),
]

test('runs stand alone without groups', () => {
  expect(groupedRows(runs, null).map((row) => row.kind)).toEqual(['run', 'run', 'run'])
})

test('groups are in the order of their first runs, and count them', () => {
  const rows = groupedRows(runs, ({ serverName }) => serverName ?? '')
  expect(rows.map((row) => (row.kind === 'run' ? row.run.id : `${row.key} ${row.count}`))).toEqual([
    'l4 2',
    'a',
    'c',
    'h100 1',
    'b',
  ])
})
