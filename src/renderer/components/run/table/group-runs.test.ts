import { expect, test } from 'vitest'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { groupedRows, nameInGroup, type RunGroup } from './group-runs.ts'

const first = exampleRun({ id: 'a', sweepId: 'knee', name: 'Knee?: random, 10 req/s' })
const single = exampleRun({ id: 'b', sweepId: null, name: 'Short run' })
const runs = [
  first,
  single,
  exampleRun({ id: 'c', sweepId: 'knee' }),
  exampleRun({ id: 'd', sweepId: 'other' }),
]

const bySweep = ({ sweepId }: RunSummaryRow): RunGroup | null =>
  sweepId === null ? null : { key: sweepId, name: 'Knee?', to: null }

function texts(isOpen: (group: RunGroup) => boolean, groupOf = bySweep): readonly string[] {
  return groupedRows(runs, groupOf, isOpen).map((row) =>
    row.kind === 'run' ? row.run.id : `${row.group.key} ${row.runs.length}`,
  )
}

test('runs are listed one by one without groups', () => {
  expect(
    texts(
      () => true,
      () => null,
    ),
  ).toEqual(['a', 'b', 'c', 'd'])
})

test('a closed group is one row, at the place of its first run', () => {
  expect(texts(() => false)).toEqual(['knee 2', 'b', 'other 1'])
})

test('an open group lists all its runs below its head', () => {
  expect(texts(({ key }) => key === 'knee')).toEqual(['knee 2', 'a', 'c', 'b', 'other 1'])
})

test('a run below the head of its sweep does not repeat the name of the sweep', () => {
  expect(nameInGroup(first, bySweep(first))).toBe('random, 10 req/s')
  const named = { ...first, name: 'Knee? · 20 req/s' }
  expect(nameInGroup(named, bySweep(named))).toBe('20 req/s')
  expect(nameInGroup(first, null)).toBe('Knee?: random, 10 req/s')
  expect(nameInGroup(single, bySweep(first))).toBe('Short run')
})
