import { expect, test } from 'vitest'
import { message } from '#core/messages/message.ts'
import { hostFacts } from './host-report.ts'

const report = `Welcome to gpu-03, mind the rules.
@@kneepoint hostname
gpu-03
@@kneepoint user
ada
@@kneepoint system
Linux 6.1.0 x86_64
@@kneepoint cpu
processor	: 0
model name	: AMD EPYC 9654 96-Core Processor
processor	: 1
model name	: AMD EPYC 9654 96-Core Processor
@@kneepoint load
1.25 1.00 0.50 2/1234 5678
@@kneepoint memory
MemTotal:       2113404928 kB
MemAvailable:   2000000000 kB
@@kneepoint cache-path
/data/hf/hub
@@kneepoint disk
Filesystem     1024-blocks      Used Available Capacity Mounted on
/dev/nvme0n1p1  1048576000 524288000 524288000      50% /data
@@kneepoint models
models--Qwen--Qwen3-8B
models--gpt2
@@kneepoint gpus
@@kneepoint installations
path 0.28.0 /usr/local/bin/vllm
environment - /home/ada/my envs/.venv/bin/vllm
image v0.27.1 vllm/vllm-openai:v0.27.1
nonsense
`

test('a report becomes facts, whatever the shell said before', () => {
  expect(hostFacts(report, 5)).toEqual({
    takenAtEpochMs: 5,
    hostname: 'gpu-03',
    user: 'ada',
    system: 'Linux 6.1.0 x86_64',
    cpuName: 'AMD EPYC 9654 96-Core Processor',
    cpuCount: 2,
    load1: 1.25,
    memoryTotalMiB: 2_063_872,
    memoryAvailableMiB: 1_953_125,
    modelCache: { path: '/data/hf/hub', totalMiB: 1_024_000, freeMiB: 512_000 },
    cachedModels: ['Qwen/Qwen3-8B', 'gpt2'],
    gpus: [],
    gpuProblem: message('hosts.noNvidiaSmi'),
    cudaVersion: null,
    hasSlurm: false,
    gpuTopology: null,
    gpuProcesses: [],
    installations: [
      { kind: 'path', version: '0.28.0', place: '/usr/local/bin/vllm' },
      { kind: 'environment', version: null, place: '/home/ada/my envs/.venv/bin/vllm' },
      { kind: 'image', version: 'v0.27.1', place: 'vllm/vllm-openai:v0.27.1' },
    ],
  })
})

test('why there are no GPUs is said in the words of nvidia-smi', () => {
  const failed =
    '@@kneepoint gpus\nNVIDIA-SMI has failed because it could not talk to the driver.\n'
  expect(hostFacts(failed, 0).gpuProblem).toBe(
    'NVIDIA-SMI has failed because it could not talk to the driver.',
  )
})
