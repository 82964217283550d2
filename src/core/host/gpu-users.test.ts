import { expect, test } from 'vitest'
import { gpuUsers, gpuUserText } from './host-report.ts'

const gpu = {
  name: 'H100',
  driverVersion: null,
  computeCapability: null,
  memoryTotalMiB: null,
  memoryUsedMiB: null,
  utilizationPercent: null,
  powerW: null,
  powerLimitW: null,
  temperatureC: null,
  smClockMhz: null,
  maxSmClockMhz: null,
}
const engine = { gpuUuid: 'GPU-b', pid: 4242, name: 'VLLM::EngineCore' }
const reported = {
  gpus: [
    { ...gpu, index: 0, uuid: 'GPU-a' },
    { ...gpu, index: 1, uuid: 'GPU-b' },
  ],
  gpuProcesses: [
    { ...engine, memoryUsedMiB: 71_890, owner: 'root' },
    { ...engine, gpuUuid: 'GPU-a', pid: 1, memoryUsedMiB: null, owner: null },
  ],
}

test('only those on its own GPUs are listed, by owner, name, number and memory', () => {
  const users = gpuUsers(reported, ({ index }) => index === 1)
  expect(users.map(gpuUserText)).toEqual(['root: VLLM::EngineCore (4242), 71890 MiB'])
  expect(gpuUsers(reported, () => true).map(gpuUserText)).toHaveLength(2)
  expect(gpuUsers(reported, ({ uuid }) => uuid === 'GPU-a').map(gpuUserText)).toEqual([
    '?: VLLM::EngineCore (1)',
  ])
})
