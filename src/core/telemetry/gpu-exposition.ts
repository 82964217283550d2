// Parses GPUs from a Prometheus exposition, by the series names that exporters document.
import { keysOf } from '#core/base/keys-of.ts'
import type { GpuValue, SampledValues } from '#core/records/sampled-values.ts'
import { type MetricSample, parseMetricsText } from '../base/metrics-text.ts'

export type ExposedGpu = Readonly<{
  /** Empty if no label names the host. */
  host: string
  /** Number on the host, or the UUID if no label has a number. */
  index: string
  /** Empty if no label has a UUID. */
  uuid: string
  values: SampledValues
}>

type Series = Readonly<{
  name: string
  /** Factor from the series' unit to ours. */
  factor?: number
  labels?: MetricSample['labels']
  /** Throttle reason that any value above 0 indicates. */
  bit?: number
}>

type GpuMetricSource = Readonly<{
  /** Uses the first series that a GPU has; for throttle reasons, all of them. */
  series: readonly Series[]
  /** Combines several values for one GPU: MIG instances repeat the values of their GPU, but each has its own memory. */
  over: (values: readonly number[]) => number
}>

const mebibyte = 1 / 2 ** 20

/**
 * - `DCGM_FI_*`: DCGM exporter, https://docs.nvidia.com/datacenter/dcgm/latest/reference/dcgm-exporter-metrics.html
 * - `gpu_*`, `amd_gpu_*`: AMD device-metrics-exporter, docs/configuration/metricslist.md of ROCm/device-metrics-exporter
 * - `nvidia_smi_*`: docs/METRICS.md of utkuozdemir/nvidia_gpu_exporter
 * - `nvidia_gpu_*`: mindprince/nvidia_gpu_prometheus_exporter; `nvidia_smi_*` without a unit: Telegraf
 * - `nv_*`: Triton Inference Server; `ray_node_*`: Ray's node agent; `habanalabs_*`: Intel Gaudi
 * - `all_smi_*`: src/api/metrics/gpu.rs of all-smi 0.22.0. Its energy counter is not read: it adds up the power it sampled
 */
const readings: Readonly<Record<GpuValue, GpuMetricSource>> = {
  utilizationPercent: {
    series: [
      { name: 'DCGM_FI_DEV_GPU_UTIL' },
      { name: 'DCGM_FI_PROF_GR_ENGINE_ACTIVE', factor: 100 },
      { name: 'gpu_gfx_activity' },
      { name: 'nvidia_smi_utilization_gpu_ratio', factor: 100 },
      { name: 'all_smi_gpu_utilization' },
      { name: 'nv_gpu_utilization', factor: 100 },
      ...named('nvidia_smi_utilization_gpu nvidia_gpu_duty_cycle'),
      ...named('ray_node_gpus_utilization habanalabs_utilization'),
    ],
    over: highest,
  },
  memoryUsedMiB: {
    series: [
      { name: 'DCGM_FI_DEV_FB_USED' },
      { name: 'gpu_used_vram' },
      ...named('nvidia_smi_memory_used ray_node_gram_used'),
      ...named('nvidia_smi_memory_used_bytes all_smi_gpu_memory_used_bytes', mebibyte),
      ...named('nv_gpu_memory_used_bytes nvidia_gpu_memory_used_bytes', mebibyte),
      ...named('habanalabs_memory_used_bytes', mebibyte),
    ],
    over: (values) => values.reduce((sum, value) => sum + value, 0),
  },
  powerW: {
    series: [
      { name: 'DCGM_FI_DEV_POWER_USAGE' },
      { name: 'gpu_package_power' },
      { name: 'gpu_average_package_power' },
      { name: 'gpu_power_usage' },
      ...named('nvidia_smi_power_draw_watts nvidia_smi_power_draw nv_gpu_power_usage'),
      { name: 'all_smi_gpu_power_consumption_watts' },
      ...named('nvidia_gpu_power_usage_milliwatts ray_node_gpu_power_milliwatts', 1e-3),
      { name: 'habanalabs_power_mW', factor: 1e-3 },
    ],
    over: highest,
  },
  smClockMhz: {
    series: [
      { name: 'DCGM_FI_DEV_SM_CLOCK' },
      { name: 'gpu_clock', labels: { clock_type: 'GPU_CLOCK_TYPE_SYSTEM' } },
      { name: 'nvidia_smi_clocks_current_sm_clock_hz', factor: 1e-6 },
      ...named('all_smi_gpu_frequency_mhz nvidia_smi_clocks_current_sm'),
    ],
    over: highest,
  },
  temperatureC: {
    series: [
      { name: 'DCGM_FI_DEV_GPU_TEMP' },
      { name: 'gpu_junction_temperature' },
      { name: 'gpu_edge_temperature' },
      ...named('nvidia_smi_temperature_gpu all_smi_gpu_temperature_celsius'),
      ...named('nvidia_gpu_temperature_celsius ray_node_gpu_temperature_celsius'),
      { name: 'habanalabs_temperature_onchip' },
    ],
    over: highest,
  },
  throttleReasons: {
    series: [
      { name: 'DCGM_FI_DEV_CLOCKS_EVENT_REASONS' },
      { name: 'DCGM_FI_DEV_CLOCK_THROTTLE_REASONS' },
      { name: 'nvidia_smi_clocks_event_reasons_active' },
      { name: 'gpu_violation_ppt_residency_percentage', bit: 0x4 },
      { name: 'gpu_violation_processor_hot_residency_percentage', bit: 0x8 },
      { name: 'gpu_violation_socket_thermal_residency_percentage', bit: 0x40 },
      { name: 'gpu_violation_vr_thermal_residency_percentage', bit: 0x40 },
      { name: 'gpu_violation_hbm_thermal_residency_percentage', bit: 0x40 },
    ],
    over: (values) => values.reduce((bits, value) => bits | value, 0),
  },
  energyJ: {
    series: [
      { name: 'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION', factor: 1e-3 },
      { name: 'gpu_energy_consumed', factor: 1e-6 },
      ...named('nvidia_smi_energy_joules_total nv_energy_consumption'),
    ],
    over: highest,
  },
}

/** Series of one unit, by name. */
function named(names: string, factor = 1): readonly Series[] {
  return names.split(' ').map((name) => ({ name, factor }))
}

const valueNames = keysOf(readings)
const knownNames = new Set(
  valueNames.flatMap((value) => readings[value].series.map(({ name }) => name)),
)

/** GPUs in the order of the text; empty if it has no GPU series. */
export function exposedGpus(metricsText: string): readonly ExposedGpu[] {
  const gpus = new Map<string, MetricSample[]>()
  for (const reported of parseMetricsText(metricsText)) {
    const sample = { ...reported, name: reported.name.replace(/^amd_(?=gpu_)/, '') }
    if (!knownNames.has(sample.name) || !isReported(sample)) continue
    const { host, index } = identityOf(sample.labels)
    if (index === '') continue
    const key = `${host}\n${index}`
    const samples = gpus.get(key) ?? []
    gpus.set(key, samples)
    samples.push(sample)
  }
  return [...gpus.values()].flatMap((samples) => {
    const [first] = samples
    return first === undefined ? [] : [{ ...identityOf(first.labels), values: valuesOf(samples) }]
  })
}

/** `chosen` contains numbers, UUIDs, hosts or `HOST:NUMBER`, optionally several joined by commas; null selects all. */
export function chosenGpus(
  gpus: readonly ExposedGpu[],
  chosen: readonly string[] | null,
): readonly ExposedGpu[] {
  if (chosen === null) return gpus
  const wanted = new Set(namesIn(chosen))
  return gpus.filter((gpu) => namesOf(gpu).some((name) => wanted.has(name)))
}

/** Chosen names that match no GPU. */
export function missingNames(
  gpus: readonly ExposedGpu[],
  chosen: readonly string[],
): readonly string[] {
  const known = new Set(gpus.flatMap(namesOf))
  return namesIn(chosen).filter((name) => !known.has(name))
}

function namesIn(chosen: readonly string[]): readonly string[] {
  return chosen.flatMap((names) => names.split(',').map((name) => name.trim()))
}

function namesOf({ host, index, uuid }: ExposedGpu): readonly string[] {
  return [index, uuid, host, `${host}:${index}`].filter((name) => name !== '')
}

function valuesOf(samples: readonly MetricSample[]): SampledValues {
  return Object.fromEntries(
    valueNames.map((value) => {
      const { series, over } = readings[value]
      const found = series
        .map((one) => samples.filter((sample) => isOf(sample, one)).map((s) => read(s.value, one)))
        .filter((values) => values.length > 0)
      const counted = value === 'throttleReasons' ? found.flat() : (found[0] ?? [])
      return [value, counted.length === 0 ? null : over(counted)]
    }),
  )
}

function isOf({ name, labels }: MetricSample, series: Series): boolean {
  const wanted = Object.entries(series.labels ?? {})
  return name === series.name && wanted.every(([label, value]) => labels[label] === value)
}

function read(value: number, { factor = 1, bit }: Series): number {
  if (bit !== undefined) return value > 0 ? bit : 0
  return value * factor
}

function highest(values: readonly number[]): number {
  return Math.max(...values)
}

/** Labels of all-smi: `gpu` is the name of the model, and `index` the number. */
function identityOf(labels: MetricSample['labels']): Omit<ExposedGpu, 'values'> {
  const uuid = firstOf(labels, ['UUID', 'uuid', 'gpu_uuid', 'serial_number'])
  const index = firstOf(labels, [
    ...['index', 'gpu_index', 'gpu_id', 'gpu', 'GpuIndex', 'minor_number', 'device'],
  ])
  const host = firstOf(labels, ['Hostname', 'hostname', 'node', 'host', 'ip', 'instance'])
  return { host, index: index === '' ? uuid : index, uuid }
}

function firstOf(labels: MetricSample['labels'], names: readonly string[]): string {
  return names.map((name) => labels[name] ?? '').find((value) => value !== '') ?? ''
}

/** DCGM's blank values for 32-bit, 64-bit and floating-point fields (dcgm_structs.h): not supported, not found and so on. */
const blanks: readonly (readonly [from: number, to: number])[] = [
  [0x7ffffff0, 0x7fffffff],
  [2 ** 47, 2 ** 47 + 15],
  [2 ** 63, Infinity],
]

function isReported({ name, value }: MetricSample): boolean {
  if (!Number.isFinite(value) || value < 0) return false
  return !name.startsWith('DCGM_') || blanks.every(([from, to]) => value < from || value > to)
}
