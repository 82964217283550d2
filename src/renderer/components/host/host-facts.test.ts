import { expect, test } from 'vitest'
import type { HostFacts } from '#core/model/host-facts.ts'
import { gibibytes, machineFacts } from './host-facts.ts'

const silent: HostFacts = {
  takenAtEpochMs: 0,
  hostname: 'gpu-03',
  user: 'ada',
  system: 'Linux',
  cpuName: null,
  cpuCount: null,
  load1: null,
  memoryTotalMiB: null,
  memoryAvailableMiB: null,
  modelCache: { path: '/models', totalMiB: 102_400, freeMiB: 51_200 },
  cachedModels: [],
  gpus: [],
  gpuProblem: 'nvidia-smi is not installed.',
  cudaVersion: null,
  hasSlurm: false,
  gpuTopology: null,
  gpuProcesses: [],
  installations: [],
}

test('what a host did not say is a dash', () => {
  const shown = Object.fromEntries(machineFacts(silent).map(({ name, value }) => [name, value]))
  expect(shown).toMatchObject({
    machine: 'ada@gpu-03, Linux',
    cpu: '– × –',
    memory: '– / –\u00a0GiB',
    modelCache: '50.0 / 100\u00a0GiB · /models',
    cachedModels: '–',
    driver: '–',
  })
})

test.each([
  { mebibytes: 4, shown: '0' },
  { mebibytes: 71_902, shown: '70.2' },
  { mebibytes: null, shown: '–' },
])('$mebibytes MiB are $shown GiB', ({ mebibytes, shown }) => {
  expect(gibibytes(mebibytes)).toBe(shown)
})
