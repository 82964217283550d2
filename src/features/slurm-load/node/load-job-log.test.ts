import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { isHopeless, slurmSaysOf, taskLineIn } from './load-job-log.ts'

test('a task reports where it listens', () => {
  expect(
    taskLineIn('02: @@kneepoint listening n3 40123 v24.1.0 node-3 10.0.0.3 n3 127.0.0.1'),
  ).toEqual({
    task: 2,
    node: 'n3',
    listening: {
      task: 2,
      node: 'n3',
      addresses: ['n3', 'node-3', '10.0.0.3', '127.0.0.1'],
      port: 40_123,
      nodeVersion: 'v24.1.0',
    },
  })
})

test.each([
  ['1: @@kneepoint no-folder n2 /home/a b/key', { kind: 'no-folder', file: '/home/a b/key' }],
  [
    '1: @@kneepoint no-node n2 Linux aarch64 glibc 2.17',
    { kind: 'no-node', system: 'Linux aarch64 glibc 2.17' },
  ],
  [
    '1: @@kneepoint no-server n2 10.0.0.7 8000 connect ECONNREFUSED',
    { kind: 'no-server', server: '10.0.0.7:8000', why: 'connect ECONNREFUSED' },
  ],
  ['1: @@kneepoint ended n2 137', { kind: 'ended', code: 137 }],
])('%s', (line, problem) => {
  expect(taskLineIn(line)).toEqual({ task: 1, node: 'n2', listening: null, problem })
})

test.each(['slurmstepd: error: something', '1: hello', '@@kneepoint listening n1 1 v1', ''])(
  'not ours: %j',
  (line) => expect(taskLineIn(line)).toBeNull(),
)

const task = { task: 12, node: 'n013' }

test.each([
  ['srun: error: n013: task 12: Killed', 'task 12: Killed'],
  [
    'srun: error: n[012-013]: tasks 11-12: Exited with exit code 3',
    'task 12: Exited with exit code 3',
  ],
  ['srun: error: n013: task 1: Killed', null],
  ['srun: error: Node failure on n013', 'Slurm reports that node n013 failed.'],
  ['srun: error: Node failure on a1,n[007-011,013]', 'Slurm reports that node n013 failed.'],
  ['srun: error: Node failure on n[007-012]', null],
])('of task 12 on n013, %s means %s', (line, meaning) => {
  const text = slurmSaysOf(task, ['noise', line])
  expect(text === null ? null : inEnglish(text)).toBe(meaning)
})

test.each([
  ['Resources', false],
  ['Priority', false],
  ['ReqNodeNotAvail, UnavailableNodes:n2', false],
  ['PartitionDown', false],
  ['PartitionConfig', true],
  ['JobHeldUser', true],
  ['QOSMaxCpuPerJobLimit', true],
  ['QOSMaxCpuPerUserLimit', false],
])('%s ends by no waiting: %s', (reason, hopeless) => {
  expect(isHopeless(reason)).toBe(hopeless)
})
