import { expect, test } from 'vitest'
import { cudaVersionIn, gpuProcessesIn, gpusIn } from './nvidia-smi.ts'

const head =
  'index, uuid, name, driver_version, memory.total [MiB], memory.used [MiB], utilization.gpu [%], power.draw [W], ' +
  'power.limit [W], temperature.gpu, clocks.current.sm [MHz], clocks.max.sm [MHz], compute_cap'

test('one row is one GPU', () => {
  const row =
    '1, GPU-8f6a, NVIDIA H100 80GB HBM3, 570.133.20, 81559, 74213, 98, 512.43, 700.00, 61, 1755, 1980, 9.0'
  expect(gpusIn(`${head}\n${row}\n`)).toEqual([
    {
      index: 1,
      uuid: 'GPU-8f6a',
      name: 'NVIDIA H100 80GB HBM3',
      driverVersion: '570.133.20',
      computeCapability: '9.0',
      memoryTotalMiB: 81_559,
      memoryUsedMiB: 74_213,
      utilizationPercent: 98,
      powerW: 512.43,
      powerLimitW: 700,
      temperatureC: 61,
      smClockMhz: 1755,
      maxSmClockMhz: 1980,
    },
  ])
})

test('warnings around the table are no rows', () => {
  const warning = 'Warning: persistence mode is disabled on device 00000000:00:1E.0.'
  const row = '0, GPU-1, Tesla T4, 470.1, 15109, 3, 0, 9.5, 70.00, 30, 300, 1590, 7.5'
  expect(gpusIn(`${warning}\n${head}\n${row}\nWARNING: infoROM is corrupted\n`)).toMatchObject([
    { name: 'Tesla T4', memoryTotalMiB: 15_109 },
  ])
})

test.each(['[N/A]', '[Not Supported]', '[Unknown Error]', '[Insufficient Permissions]', 'N/A', ''])(
  '"%s" is not known, not zero',
  (cell) => {
    const row = `0, GPU-1, X, 570.1, ${cell}, ${cell}, ${cell}, ${cell}, ${cell}, ${cell}, ${cell}, ${cell}, ${cell}`
    expect(gpusIn(`${head}\n${row}`)[0]).toMatchObject({
      memoryTotalMiB: null,
      utilizationPercent: null,
      powerW: null,
      computeCapability: null,
    })
  },
)

test.each([
  "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
  'Field "compute_cap" is not a valid field to query.',
  'No devices were found',
  '',
])('"%s" names no GPU', (text) => {
  expect(gpusIn(text)).toEqual([])
})

test('commas in a name are part of it', () => {
  const text = 'gpu_uuid, pid, process_name, used_gpu_memory [MiB]\nGPU-1, 7, python -c a, b, 1024'
  expect(gpuProcessesIn(text, new Map())).toMatchObject([
    { pid: 7, name: 'python -c a, b', memoryUsedMiB: 1024 },
  ])
})

test('processes have an owner where the system reports it', () => {
  const text =
    'gpu_uuid, pid, process_name, used_gpu_memory [MiB]\n' +
    'GPU-1, 4242, VLLM::EngineCore, 74200\nGPU-2, 77, [Not Found], [N/A]\n'
  expect(gpuProcessesIn(text, new Map([[4242, 'ada']]))).toEqual([
    { gpuUuid: 'GPU-1', pid: 4242, name: 'VLLM::EngineCore', memoryUsedMiB: 74_200, owner: 'ada' },
    { gpuUuid: 'GPU-2', pid: 77, name: '?', memoryUsedMiB: null, owner: null },
  ])
})

test('the CUDA version stands in the head of the table', () => {
  const table = '| NVIDIA-SMI 570.133.20   Driver Version: 570.133.20   CUDA Version: 12.8     |'
  expect(cudaVersionIn(table)).toBe('12.8')
  expect(cudaVersionIn('')).toBeNull()
})
