// What nvidia-smi of driver 580 printed on a host with one H100, idle and under a vLLM at its power limit, read as facts
// and samples. Only the UUID is another.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hostFacts } from '#core/host/host-report.ts'
import { gpuLineReader, throttleReasons } from '#core/telemetry/gpu-sample.ts'

const uuid = 'GPU-4e1d7a90-2b6c-4f38-9d05-c7a18e63b2f4'

function recorded(name: string): string {
  const folder = path.join(import.meta.dirname, 'fixtures', 'nvidia-smi-580')
  return readFileSync(path.join(folder, name), 'utf8')
}

const report = [
  ['gpus', recorded('idle.csv')],
  ['cuda', recorded('table.txt')],
  ['topology', recorded('topology.txt')],
  ['gpu-processes', recorded('processes.csv')],
  ['owners', '868 ada\n'],
  ['end', ''],
]
  .map(([name = '', text = '']) => `@@kneepoint ${name}\n${text}\n`)
  .join('')

test('the GPU and who uses it', () => {
  expect(hostFacts(report, 0)).toMatchObject({
    gpus: [
      {
        index: 0,
        uuid,
        name: 'NVIDIA H100 80GB HBM3',
        driverVersion: '580.159.04',
        computeCapability: '9.0',
        memoryTotalMiB: 81_559,
        memoryUsedMiB: 0,
        utilizationPercent: 0,
        powerW: 72.33,
        powerLimitW: 700,
        temperatureC: 32,
        smClockMhz: 345,
        maxSmClockMhz: 1980,
      },
    ],
    gpuProblem: null,
    cudaVersion: '13.0',
    gpuProcesses: [
      { gpuUuid: uuid, pid: 868, name: 'VLLM::EngineCore', memoryUsedMiB: 77_036, owner: 'ada' },
    ],
  })
})

test('the topology is text without codes for a terminal', () => {
  expect(recorded('topology.txt')).toContain(String.fromCharCode(27))
  const topology = hostFacts(report, 0).gpuTopology ?? ''
  expect(topology).not.toContain(String.fromCharCode(27))
  expect(topology).toMatch(/^GPU0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\nGPU0\t X \t0-15\t0/)
})

test('every line under load is a sample, throttled by the power limit from the first busy one on', () => {
  const read = gpuLineReader()
  const samples = recorded('samples.csv')
    .split('\n')
    .flatMap((line) => read(line) ?? [])
  expect(samples).toHaveLength(10)
  expect(samples.at(-1)).toEqual({
    index: 0,
    uuid,
    hostMs: Date.UTC(2026, 10, 23, 4, 47, 57, 210),
    values: {
      utilizationPercent: 100,
      memoryUsedMiB: 77_045,
      powerW: 694.97,
      smClockMhz: 1890,
      temperatureC: 55,
      throttleReasons: 4,
    },
  })
  const reasons = samples.map(({ values }) => throttleReasons(values.throttleReasons ?? 0))
  expect(reasons.slice(0, 2)).toEqual([[], []])
  expect(new Set(reasons.slice(2).flat()).size).toBe(1)
})
