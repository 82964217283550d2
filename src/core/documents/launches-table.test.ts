import { expect, test } from 'vitest'
import { eachOnce, type LaunchRow } from './launches-table.ts'

const row = (hostName: string, id: string): LaunchRow =>
  ({ hostName, launch: { id, createdAtEpochMs: 0 } }) as LaunchRow

test('a launch on a machine with two names has one row with both', () => {
  const rows = [row('local', 'a'), row('local', 'b'), row('gpu', 'a')]
  expect(eachOnce(rows).map(({ hostName, launch }) => [launch.id, hostName])).toEqual([
    ['a', 'local, gpu'],
    ['b', 'local'],
  ])
})
