import { expect, test } from 'vitest'
import { type HostFacts, hostFactsSchema } from '#core/model/host-facts.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { gpusOf } from './check-launch.ts'
import { hostFindings } from './host-findings.ts'

type HostSituation = Parameters<typeof hostFindings>[0]

const gpu = {
  index: 0,
  uuid: 'GPU-a',
  name: 'H100',
  driverVersion: null,
  computeCapability: null,
  memoryTotalMiB: 81_920,
  memoryUsedMiB: 1000,
  utilizationPercent: 0,
  powerW: null,
  powerLimitW: null,
  temperatureC: null,
  smClockMhz: null,
  maxSmClockMhz: null,
}

const facts: HostFacts = hostFactsSchema.parse({
  takenAtEpochMs: 0,
  hostname: 'gpu-03',
  user: 'ada',
  system: 'Linux',
  cpuName: null,
  cpuCount: 8,
  load1: 0,
  memoryTotalMiB: 1,
  memoryAvailableMiB: 1,
  cachedModels: [],
  modelCache: { path: '/hub', totalMiB: 100_000, freeMiB: 90_000 },
  gpus: [gpu, { ...gpu, index: 1, uuid: 'GPU-b', memoryUsedMiB: 2000 }],
  gpuProblem: null,
  cudaVersion: null,
  hasSlurm: false,
  gpuTopology: null,
  gpuProcesses: [],
  installations: [],
})

function situation(changes: Partial<HostSituation> & { profileChanges?: object }): HostSituation {
  const { profileChanges, ...others } = changes
  const config = { model: 'Qwen/Qwen3-8B' }
  const profile = launchProfileSchema.parse({ name: 'a', config, port: 8000, ...profileChanges })
  return {
    profile,
    facts,
    isPortTaken: false,
    isModelThere: true,
    program: null,
    canSubmit: true,
    ...others,
  }
}

test.each<{ remark: string; changes: Parameters<typeof situation>[0]; found: string[] }>([
  { remark: 'nothing against it', changes: {}, found: [] },
  { remark: 'a taken port', changes: { isPortTaken: true }, found: ['error port'] },
  {
    remark: 'a GPU that is not there',
    changes: { profileChanges: { gpus: ['1', '2', 'GPU-b'] } },
    found: ['error gpus'],
  },
  {
    remark: 'parts of GPUs (MIG), which queries of nvidia-smi do not list',
    changes: { profileChanges: { gpus: ['MIG-3c5f2f6a-9c9d-5b1c-8f4c-2d5f2b1a7e4d'] } },
    found: [],
  },
  {
    remark: 'a job that cannot be reached, where none can be submitted',
    changes: { canSubmit: false, profileChanges: { job: {} } },
    found: ['error job', 'error host'],
  },
  {
    remark: 'a job with GPUs of its own; those of the login node do not matter',
    changes: {
      facts: { ...facts, gpus: [] },
      isPortTaken: true,
      profileChanges: {
        job: { gpusPerNode: '2' },
        gpus: ['7'],
        address: '0.0.0.0',
        secretNames: ['VLLM_API_KEY'],
      },
    },
    found: ['error gpus'],
  },
  {
    remark: 'a job over several nodes, or with fewer GPUs than its server needs',
    changes: {
      profileChanges: {
        config: { model: 'm', flags: { 'tensor-parallel-size': 8 } },
        job: { options: ['--nodes=2'], gpusPerNode: '4' },
        address: '0.0.0.0',
        secretNames: ['VLLM_API_KEY'],
      },
    },
    found: ['error job', 'error job'],
  },
  {
    remark: 'no GPU at all',
    changes: { facts: { ...facts, gpus: [], gpuProblem: 'nvidia-smi is not installed.' } },
    found: ['warning gpus'],
  },
  {
    remark: 'chosen GPUs of a host without any',
    changes: { facts: { ...facts, gpus: [] }, profileChanges: { gpus: ['0'] } },
    found: ['error gpus'],
  },
  {
    remark: 'a listen address that is none',
    changes: { profileChanges: { address: '127.0.0.1:8000' } },
    found: ['error host', 'warning host'],
  },
  {
    remark: 'a folder without a model',
    changes: { isModelThere: false, profileChanges: { config: { model: '/models/x' } } },
    found: ['error model'],
  },
  { remark: 'a model that will be downloaded', changes: { isModelThere: false }, found: [] },
  {
    remark: 'a model that finds no room',
    changes: {
      isModelThere: false,
      facts: { ...facts, modelCache: { path: '/hub', totalMiB: 1, freeMiB: 100 } },
    },
    found: ['warning model'],
  },
  {
    remark: 'an open door',
    changes: { profileChanges: { address: '0.0.0.0' } },
    found: ['warning host'],
  },
  {
    remark: 'a door with a key',
    changes: { profileChanges: { address: '0.0.0.0', secretNames: ['VLLM_API_KEY'] } },
    found: [],
  },
])('$remark', ({ changes, found }) => {
  const findings = hostFindings(situation(changes))
  expect(findings.map(({ severity, flag }) => `${severity} ${flag}`)).toEqual(found)
})

test('only the chosen GPUs count, by index or by UUID', () => {
  expect(gpusOf(facts, ['GPU-b'])).toEqual([{ name: 'H100', totalMiB: 81_920, freeMiB: 79_920 }])
  expect(gpusOf(facts, null)).toHaveLength(2)
  expect(gpusOf(facts, ['MIG-b'])).toBeNull()
  expect(gpusOf({ ...facts, gpus: [] }, null)).toBeNull()
})
