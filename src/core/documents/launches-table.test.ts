import { expect, test } from 'vitest'
import { eachOnce, launchesTable, type LaunchRow } from './launches-table.ts'

const row = (hostName: string, id: string): LaunchRow =>
  ({ hostName, launch: { id, createdAtEpochMs: 0 } }) as LaunchRow

test('a launch on a machine with two names has one row with both', () => {
  const rows = [row('local', 'a'), row('local', 'b'), row('gpu', 'a')]
  expect(eachOnce(rows).map(({ hostName, launch }) => [launch.id, hostName])).toEqual([
    ['a', 'local, gpu'],
    ['b', 'local'],
  ])
})

test('a job that Slurm ended has the reason in place of a code', () => {
  const launch = { ...row('a', 'a').launch, profile: { config: { model: 'm' } }, port: 1 }
  const job = { id: '12', state: 'NODE_FAIL', node: 'n1', reason: '' }
  const status = { end: { code: 143 }, job, members: [], isServerAlive: false, wasStopped: false }
  const rows = [{ hostName: 'a', launch, status }] as unknown as LaunchRow[]
  expect(launchesTable(rows, 'en')).toContain('Slurm ended job 12: NODE_FAIL')
})
