// Samples of nvidia-smi: a header, then one line per GPU and time; the GPUs that a server uses; reasons for throttling.
import { inEnglish, type Message, message, type Text } from '#core/messages/message.ts'
import { type CsvRow, csvRows, numberAt } from './nvidia-smi.ts'
import type { SampledValues } from '#core/records/sampled-values.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { spansHosts, workerCount } from '#core/vllm/launch/launch-plan.ts'

const always = [
  'timestamp',
  'index',
  'uuid',
  'utilization.gpu',
  'memory.used',
  'power.draw',
  'clocks.sm',
  'temperature.gpu',
] as const

/** nvidia-smi rejects the query if one field is unknown, so these are tried in order. The last field was renamed in R535. */
export const gpuSampleFields: readonly (readonly string[])[] = [
  [...always, 'clocks_event_reasons.active'],
  [...always, 'clocks_throttle_reasons.active'],
  always,
]

export type GpuLine = Readonly<{
  index: number
  uuid: string
  /** Clock of the host in its own time zone, read as UTC; null in any other format. */
  hostMs: number | null
  values: SampledValues
}>

type GpuLineReader = (line: string) => GpuLine | null

/** Null for headers and other lines that are not about a GPU. */
export function gpuLineReader(): GpuLineReader {
  let head = ''
  return (line) => {
    if (/^\s*timestamp\s*,/.test(line)) head = line
    const [row] = csvRows(`${head}\n${line}`)
    return row === undefined ? null : gpuLine(row)
  }
}

function gpuLine(row: CsvRow): GpuLine | null {
  const index = numberAt(row, 'index')
  const uuid = row.get('uuid')
  if (index === null || typeof uuid !== 'string') return null
  return {
    index,
    uuid,
    hostMs: hostTime(row.get('timestamp') ?? ''),
    values: {
      utilizationPercent: numberAt(row, 'utilization.gpu'),
      memoryUsedMiB: numberAt(row, 'memory.used'),
      powerW: numberAt(row, 'power.draw'),
      smClockMhz: numberAt(row, 'clocks.sm') ?? numberAt(row, 'clocks.current.sm'),
      temperatureC: numberAt(row, 'temperature.gpu'),
      throttleReasons:
        bitsAt(row, 'clocks_event_reasons.active') ?? bitsAt(row, 'clocks_throttle_reasons.active'),
    },
  }
}

/** `2026/11/21 19:30:00.123` */
function hostTime(text: string): number | null {
  const [, day, time] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(text) ?? []
  if (day === undefined || time === undefined) return null
  const atMs = Date.parse(`${day.replaceAll('/', '-')}T${time}Z`)
  return Number.isNaN(atMs) ? null : atMs
}

function bitsAt(row: CsvRow, name: string): number | null {
  const text = row.get(name)
  return typeof text === 'string' && /^0x[0-9a-f]+$/i.test(text) ? Number(text) : null
}

/** Selects the GPUs that a server uses, derived from its launch. */
export type GpuFilter = (gpu: Readonly<{ index: number; uuid: string }>) => boolean

/** A server that sees all GPUs takes the first, one per worker. */
export function gpusOfLaunch({ gpus, config }: LaunchProfile): GpuFilter {
  if (gpus !== null) return ({ index, uuid }) => gpus.includes(String(index)) || gpus.includes(uuid)
  if (spansHosts({ config })) return () => true
  const workers = workerCount({ config })
  return ({ index }) => index < workers
}

/** Power cap, a property of the server like its flags. */
const powerCap = message('servers.throttle.power')

/** Reasons by bit, without idle GPUs and fixed clocks, which are not throttling. */
const reasons: readonly Readonly<{ bit: number; reason: Message }>[] = [
  { bit: 0x4, reason: powerCap },
  { bit: 0x8, reason: message('servers.throttle.hardware') },
  { bit: 0x10, reason: message('servers.throttle.syncBoost') },
  { bit: 0x20, reason: message('servers.throttle.softwareHeat') },
  { bit: 0x40, reason: message('servers.throttle.hardwareHeat') },
  { bit: 0x80, reason: message('servers.throttle.powerBrake') },
]

export function throttleReasons(bits: number): string[] {
  return reasons.filter(({ bit }) => (bits & bit) !== 0).map(({ reason }) => inEnglish(reason))
}

/** Message of a stored reason; the reason itself if this version does not know it. */
export function throttleText(stored: string): Text {
  return reasons.find(({ reason }) => inEnglish(reason) === stored)?.reason ?? stored
}

/** Whether a stored reason is the power cap. */
export function isPowerCap(reason: string): boolean {
  return throttleText(reason) === powerCap
}
