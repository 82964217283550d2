import { expect, test } from 'vitest'
import { chosenGpus, exposedGpus } from './gpu-exposition.ts'

const dcgm = (name: string, value: string, labels = 'gpu="0",Hostname="a"') =>
  `DCGM_FI_DEV_${name}{${labels}} ${value}`

function only(...lines: readonly string[]) {
  const [gpu] = exposedGpus(lines.join('\n'))
  return gpu?.values
}

test.each([
  ['energy in mJ', dcgm('TOTAL_ENERGY_CONSUMPTION', '5551899580'), { energyJ: 5_551_899.58 }],
  ['energy in µJ', 'gpu_energy_consumed{gpu_id="0"} 2.5e9', { energyJ: 2500 }],
  ['memory in bytes', 'nvidia_smi_memory_used_bytes{uuid="u"} 2097152', { memoryUsedMiB: 2 }],
  ['a ratio', 'nvidia_smi_utilization_gpu_ratio{uuid="u"} 0.25', { utilizationPercent: 25 }],
  ['hertz', 'nvidia_smi_clocks_current_sm_clock_hz{uuid="u"} 1.5e9', { smClockMhz: 1500 }],
  ['the prefix of an AMD exporter', 'amd_gpu_package_power{gpu_id="0"} 700', { powerW: 700 }],
  ['Triton', 'nv_gpu_utilization{gpu_uuid="u"} 0.5', { utilizationPercent: 50 }],
  ['Triton, energy in J', 'nv_energy_consumption{gpu_uuid="u"} 12.5', { energyJ: 12.5 }],
  ['Ray', 'ray_node_gram_used{ip="10.0.0.1",GpuIndex="0"} 70000', { memoryUsedMiB: 70_000 }],
  ['milliwatts', 'ray_node_gpu_power_milliwatts{GpuIndex="0"} 450000', { powerW: 450 }],
  ['Telegraf', 'nvidia_smi_power_draw{host="a",index="0"} 120.5', { powerW: 120.5 }],
  ['a minor number', 'nvidia_gpu_duty_cycle{minor_number="0"} 33', { utilizationPercent: 33 }],
  ['Gaudi', 'habanalabs_power_mW{device="0",UUID="u"} 300000', { powerW: 300 }],
  ['a time after the value', `${dcgm('POWER_USAGE', '300')} 1790000000000`, { powerW: 300 }],
])('%s', (_, line, values) => {
  expect(only(line)).toMatchObject(values)
})

test.each(['9223372036854775794', '140737488355328', '2147483632', 'NaN'])(
  'DCGM has no value where it writes %s',
  (blank) => {
    expect(only(dcgm('POWER_USAGE', blank), dcgm('GPU_TEMP', '40'))).toMatchObject({
      powerW: null,
      temperatureC: 40,
    })
  },
)

test('MIG instances share the power of their GPU, and each has its own memory', () => {
  const instance = (id: number) => `gpu="0",GPU_I_ID="${id}",Hostname="a"`
  const lines = [3, 5].flatMap((id) => [
    dcgm('POWER_USAGE', '250', instance(id)),
    dcgm('FB_USED', '9000', instance(id)),
  ])
  expect(only(...lines)).toMatchObject({ powerW: 250, memoryUsedMiB: 18_000 })
})

test('every violation of an AMD GPU is a reason', () => {
  const lines = ['ppt', 'processor_hot', 'hbm_thermal'].map(
    (kind, value) => `gpu_violation_${kind}_residency_percentage{gpu_id="0"} ${value}`,
  )
  expect(only(...lines)).toMatchObject({ throttleReasons: 0x48 })
})

test('GPUs of one number on two hosts are two', () => {
  const text = ['a', 'b'].map((host) => dcgm('POWER_USAGE', '1', `gpu="0",Hostname="${host}"`))
  expect(exposedGpus(text.join('\n')).map(({ host }) => host)).toEqual(['a', 'b'])
})

test.each([
  [['0'], ['a:0', 'b:0']],
  [['b'], ['b:0', 'b:1']],
  [
    ['a:1', 'b:0'],
    ['a:1', 'b:0'],
  ],
  [['a:0,a:1'], ['a:0', 'a:1']],
  [['GPU-a1'], ['a:1']],
  [['7'], []],
])('%j chooses %j', (chosen, names) => {
  const text = ['a', 'b'].flatMap((host) =>
    [0, 1].map((gpu) =>
      dcgm('POWER_USAGE', '1', `gpu="${gpu}",UUID="GPU-${host}${gpu}",Hostname="${host}"`),
    ),
  )
  const found = chosenGpus(exposedGpus(text.join('\n')), chosen)
  expect(found.map(({ host, index }) => `${host}:${index}`)).toEqual(names)
})

test.each(['', '<!doctype html>', 'vllm:num_requests_running 2', 'gpu_package_power 700'])(
  'a page without a GPU: %s',
  (text) => {
    expect(exposedGpus(text)).toEqual([])
  },
)
