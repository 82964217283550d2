// What nvidia-smi prints line by line while it samples: a header, then a line per GPU and moment.
import { csvRows, numberAt, type CsvRow } from '../host/nvidia-smi.ts'
import type { SampledValues } from '../model/run/telemetry.ts'

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

/** One unknown field makes nvidia-smi refuse all: tried in this order. The name of the last one changed with R535. */
export const gpuSampleFields: readonly (readonly string[])[] = [
  [...always, 'clocks_event_reasons.active'],
  [...always, 'clocks_throttle_reasons.active'],
  always,
]

export type GpuLine = Readonly<{
  index: number
  uuid: string
  /** By the clock of the host and its zone, as if that were UTC; null in any other format. */
  hostMs: number | null
  values: SampledValues
}>

type GpuLineReader = (line: string) => GpuLine | null

/** Null for heads and for whatever else is no line of a GPU. */
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
