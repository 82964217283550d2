// CSV output of nvidia-smi with a header. Its many spellings of "not available" become null, never 0.
import { isAmount } from '#core/base/bounds.ts'
import type { Gpu, GpuProcess } from '#core/model/host-facts.ts'

const header = /(?:^|,)\s*(?:gpu_)?uuid\s*(?:,|$)/

export type CsvRow = ReadonlyMap<string, string | null>

export const gpuFields = [
  'index',
  'uuid',
  'name',
  'driver_version',
  'memory.total',
  'memory.used',
  'utilization.gpu',
  'power.draw',
  'power.limit',
  'temperature.gpu',
  'clocks.sm',
  'clocks.max.sm',
] as const

/** Unknown to drivers before R510; nvidia-smi rejects the query if one field is unknown. */
export const newerGpuFields = [...gpuFields, 'compute_cap'] as const

export const processFields = ['gpu_uuid', 'pid', 'process_name', 'used_memory'] as const

/** `[N/A]`, `[Not Supported]`, `[Unknown Error]`, `[Insufficient Permissions]` … */
const unavailable = /^\[.*\]$|^N\/A$/

/** Column names drop the unit: `memory.total [MiB]` is `memory.total`. Warnings may precede the header. */
export function csvRows(text: string): CsvRow[] {
  const printed = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [head = '', ...lines] = printed.slice(printed.findIndex((line) => header.test(line)))
  const names = head.split(',').map((name) => name.trim().replace(/ \[.*\]$/, ''))
  return lines.map((line) => {
    const cells = withText(line.split(','), names).map((cell) => cell.trim())
    return new Map(names.map((name, index) => [name, available(cells[index] ?? '')]))
  })
}

/** Joins the parts of a name with commas, because nvidia-smi does not quote. */
function withText(cells: readonly string[], columns: readonly string[]): readonly string[] {
  const surplus = cells.length - columns.length
  const at = columns.findIndex((name) => name.endsWith('name'))
  if (surplus <= 0 || at < 0) return cells
  return cells.toSpliced(at, surplus + 1, cells.slice(at, at + surplus + 1).join(','))
}

/** Rows that have both columns, with their values. */
function rowsWith(
  text: string,
  number: string,
  word: string,
): readonly (readonly [row: CsvRow, number: number, word: string])[] {
  return csvRows(text).flatMap((row) => {
    const [at, id] = [numberAt(row, number), row.get(word)]
    return at === null || typeof id !== 'string' ? [] : [[row, at, id] as const]
  })
}

export function gpusIn(text: string): Gpu[] {
  return rowsWith(text, 'index', 'uuid').map(([row, index, uuid]) => ({
    index,
    uuid,
    name: row.get('name') ?? 'GPU',
    driverVersion: row.get('driver_version') ?? null,
    computeCapability: row.get('compute_cap') ?? null,
    memoryTotalMiB: numberAt(row, 'memory.total'),
    memoryUsedMiB: numberAt(row, 'memory.used'),
    utilizationPercent: numberAt(row, 'utilization.gpu'),
    powerW: numberAt(row, 'power.draw'),
    powerLimitW: numberAt(row, 'power.limit'),
    temperatureC: numberAt(row, 'temperature.gpu'),
    smClockMhz: numberAt(row, 'clocks.sm') ?? numberAt(row, 'clocks.current.sm'),
    maxSmClockMhz: numberAt(row, 'clocks.max.sm'),
  }))
}

/** `owners` by process id. */
export function gpuProcessesIn(text: string, owners: ReadonlyMap<number, string>): GpuProcess[] {
  return rowsWith(text, 'pid', 'gpu_uuid').map(([row, pid, gpuUuid]) => ({
    gpuUuid,
    pid,
    name: row.get('process_name') ?? '?',
    memoryUsedMiB: numberAt(row, 'used_gpu_memory') ?? numberAt(row, 'used_memory'),
    owner: owners.get(pid) ?? null,
  }))
}

/** Newest CUDA version that the driver supports, from the header of the plain table. */
export function cudaVersionIn(table: string): string | null {
  return /CUDA(?: UMD)? Version:\s*([\d.]+)/.exec(table)?.[1] ?? null
}

export function numberAt(row: CsvRow, name: string): number | null {
  const text = row.get(name)
  const value = typeof text === 'string' ? Number.parseFloat(text) : Number.NaN
  return isAmount(value) ? value : null
}

function available(cell: string): string | null {
  return cell === '' || unavailable.test(cell) ? null : cell
}
