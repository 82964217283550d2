import { expect, test } from 'vitest'
import { slurmJobSchema } from '#core/flags/slurm-job.ts'
import { jobArguments } from './job-state.ts'

const place = { id: 'qwen-1a2b', folder: '/home/me/my launches/qwen-1a2b' }

test('sbatch is asked for what was set, and for nothing else', () => {
  const job = slurmJobSchema.parse({
    partition: 'gpu',
    timeLimit: '4:00:00',
    gpusPerNode: 'h100:2',
    options: ['--exclusive'],
  })
  const words = jobArguments(job, place)
  expect(words).toEqual([
    ...['--parsable', '--job-name=kneepoint-qwen-1a2b', '--nodes=1', '--ntasks=1', '--no-requeue'],
    `--chdir=${place.folder}`,
    `--output=${place.folder}/server.log`,
    ...['--open-mode=append', '--signal=B:TERM@120'],
    ...['--partition=gpu', '--time=4:00:00', '--gpus-per-node=h100:2', '--exclusive'],
  ])
})

test('a server that spans nodes has one task on each', () => {
  const words = jobArguments(slurmJobSchema.parse({ nodes: 4 }), place)
  expect(words).toEqual(expect.arrayContaining(['--nodes=4', '--ntasks=4', '--ntasks-per-node=1']))
})

test('nodes for the load are a second component', () => {
  const options = ['--partition=cpu', '--cpus-per-task=8']
  const words = jobArguments(slurmJobSchema.parse({ loadNodes: 4, loadOptions: options }), place)
  expect(words.slice(words.indexOf(':'))).toEqual([
    ...[':', '--nodes=4', '--ntasks-per-node=1'],
    ...options,
  ])
})

test('a time that is none is refused', () => {
  expect(() => slurmJobSchema.parse({ timeLimit: 'two hours' })).toThrow(/4:00:00/)
})
