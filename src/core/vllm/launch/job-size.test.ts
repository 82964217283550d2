import { inEnglish, type Text } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { gpusMissing, nodesOfJob, ownedOption, workersUneven } from './job-state.ts'

function profile(job: object | null, flags: Readonly<Record<string, number | string>> = {}) {
  return launchProfileSchema.parse({ name: 'a', config: { model: 'm', flags }, job })
}

test.each([
  { remark: 'no job', job: null, flags: { nnodes: 2 }, nodes: null },
  { remark: 'nothing said', job: {}, nodes: null },
  { remark: 'one, said', job: { options: ['--nodes=1', '-N', '1', '-N1-1'] }, nodes: null },
  { remark: 'two', job: { options: ['--nodes=2'] }, nodes: '2 nodes (--nodes)' },
  { remark: 'in two words', job: { options: ['--nodes', '2-4'] }, nodes: '2-4 nodes (--nodes)' },
  { remark: 'the last counts', job: { options: ['--nodes=1', '-N3'] }, nodes: '3 nodes (--nodes)' },
  { remark: 'another option', job: { options: ['--nodelist=a,b', '--no-kill'] }, nodes: null },
  { remark: 'by vLLM', job: {}, flags: { nnodes: 2 }, nodes: '2 nodes (--nnodes)' },
  { remark: 'as set', job: { nodes: 2, options: ['-N2'] }, flags: { nnodes: 2 }, nodes: null },
  { remark: 'other than set', job: { nodes: 2, options: ['-N3'] }, nodes: '3 nodes (--nodes)' },
  { remark: 'a range', job: { nodes: 2, options: ['-N2-4'] }, nodes: '2-4 nodes (--nodes)' },
  { remark: 'one by vLLM', job: { nodes: 2 }, flags: { nnodes: 1 }, nodes: '1 nodes (--nnodes)' },
])('nodes of a job: $remark', ({ job, flags, nodes }) => {
  expect(english(nodesOfJob(profile(job, flags)))).toBe(nodes)
})

test.each([
  { gpusPerNode: null, flags: { 'tensor-parallel-size': 4 }, missing: null },
  { gpusPerNode: 'h100:4', flags: { 'tensor-parallel-size': 4 }, missing: null },
  {
    gpusPerNode: '2',
    flags: { 'tensor-parallel-size': 2, 'pipeline-parallel-size': 2 },
    missing: 'The server needs 4 GPUs, and the job asks for 2.',
  },
  { gpusPerNode: 'h100', flags: { 'tensor-parallel-size': 2 }, missing: null },
])('GPUs of a job: $gpusPerNode for $flags', ({ gpusPerNode, flags, missing }) => {
  expect(english(gpusMissing(profile({ gpusPerNode }, flags)))).toBe(missing)
})

test.each([
  { nodes: 2, gpusPerNode: '4', flags: { 'tensor-parallel-size': 8 }, missing: null },
  {
    nodes: 2,
    gpusPerNode: 'h100:2',
    flags: { 'tensor-parallel-size': 4, 'pipeline-parallel-size': 2 },
    missing: 'The server needs 8 GPUs, and the job asks for 2 on each of 2 nodes.',
  },
])('GPUs of $nodes nodes: $gpusPerNode for $flags', ({ nodes, gpusPerNode, flags, missing }) => {
  expect(english(gpusMissing(profile({ nodes, gpusPerNode }, flags)))).toBe(missing)
})

test.each([
  { nodes: 2, flags: { 'pipeline-parallel-size': 2 }, uneven: null },
  {
    nodes: 3,
    flags: { 'tensor-parallel-size': 4 },
    uneven: 'Tensor × pipeline × data parallel gives 4 workers, which 3 nodes cannot share evenly.',
  },
])('workers on $nodes nodes: $flags', ({ nodes, flags, uneven }) => {
  expect(english(workersUneven(profile({ nodes }, flags)))).toBe(uneven)
})

function english(text: Text | null): string | null {
  return text === null ? null : inEnglish(text)
}

test.each(['--array=0-3', '-a0', '--wait', '-W', '--output=x', '--requeue', '--job-name', '-Jx'])(
  'only a launch itself sets %s',
  (option) => {
    const job = { options: ['--exclusive', option] }
    expect(english(ownedOption(profile(job)))).toContain(`With ${option}, the launch`)
  },
)

test.each(['--wait-all-nodes=1', '--exclusive', '--account=a', '-A', '--error-free', '-p', '-w'])(
  'a job may have %s',
  (option) => {
    expect(ownedOption(profile({ options: [option] }))).toBeNull()
  },
)
