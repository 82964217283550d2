// Spelling of latencies in result files, CSV files and the printed report.
import { latencyOf, type ReportableMetricName } from './latencies.ts'

export type WrittenForm = Readonly<{ suffix: string; unit: string; perMs: number }>

export const asMs: WrittenForm = { suffix: '_ms', unit: ' (ms)', perMs: 1 }

const writtenForms: Readonly<Record<'seconds' | 'ratio', WrittenForm>> = {
  seconds: { suffix: '_s', unit: ' (s)', perMs: 0.001 },
  ratio: { suffix: '', unit: '', perMs: 0.001 },
}

/** Suffix of its keys, its unit, and its value per ms. */
export function writtenForm(name: ReportableMetricName): WrittenForm {
  const { written } = latencyOf(name)
  return written === undefined ? asMs : writtenForms[written]
}

type WrittenColumn = Readonly<{ name: string; valueOf: (ms: number) => number }>

/** Name of the CSV column, taken from the key of result files: `ttft_ms`, `p99_ttft_ms`; a ratio such as `audio_rtf` has no unit. */
export function writtenColumn(name: ReportableMetricName, statistic?: string): WrittenColumn {
  const { suffix, perMs } = writtenForm(name)
  const key = `${name}${suffix}`
  return {
    name: statistic === undefined ? key : `${statistic}_${key}`,
    valueOf: (ms) => ms * perMs,
  }
}
