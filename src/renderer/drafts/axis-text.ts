// An axis in the composer: flags with their values as text, linked if there are several; for a tuning also the condition under
// which its flag has an effect.
import { sweepAxisSchema, type SweepAxis, type SweepSetting } from '#core/model/sweep.ts'
import { axisContents, settingContents } from '#core/sweep/file/axes.ts'
import { readingOf, type Section } from '#core/sweep/file/file-place.ts'
import { type Parameter, parameterNamed, serverName } from '#core/sweep/file/parameter-values.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { readServeValue } from '#core/vllm/read-serve-value.ts'
import { z } from 'zod'

const columnSchema = z.object({ flag: z.string(), values: z.string() })

export const writtenAxisSchema = z.object({
  columns: z.array(columnSchema),
  /** An axis whose settings differ in their flags, so that it has no columns. Kept as in its file. */
  kept: sweepAxisSchema.nullable().default(null),
  /** Another varied flag of a tuning and its values, as the condition; null for always. */
  onlyIf: columnSchema.nullable().default(null),
})

export type WrittenAxis = z.infer<typeof writtenAxisSchema>
export type AxisColumn = WrittenAxis['columns'][number]

/** Flag of another axis, and its values under which this one has an effect. */
type AxisCondition = Readonly<{ name: string; values: readonly unknown[] }>

export const freshColumn: AxisColumn = { flag: '', values: '' }
export const freshAxis: WrittenAxis = { columns: [freshColumn], kept: null, onlyIf: null }

/** The axis in a sweep file. */
export function axisSection({ columns, kept }: WrittenAxis, flagIndex: FlagIndex): Section {
  if (kept !== null) return axisContents(kept, flagIndex)
  const entries = columns.map(({ flag, values }) => {
    const key = flag.trim()
    return [key, valuesIn(parameterIn(key, flagIndex), values)] as const
  })
  return Object.fromEntries(entries)
}

/** A file's key for a server flag. */
export function tunedName(flag: string): string {
  return flag.trim().replace(/^--/, '').replaceAll('_', '-')
}

/** Null for an unknown flag. */
export function parameterIn(key: string, flagIndex: FlagIndex): Parameter | null {
  return readingOf(() => parameterNamed(key, key, flagIndex)).value
}

export function writtenAxis(
  axis: SweepAxis,
  flagIndex: FlagIndex,
  onlyIf: AxisCondition | null = null,
): WrittenAxis {
  const { name, settings, ...columns } = axisContents(axis, flagIndex)
  if (settings !== undefined || name !== undefined) return { ...freshAxis, columns: [], kept: axis }
  const written = Object.entries(columns).map(([flag, values]) => ({
    flag,
    values: valuesText(Array.isArray(values) ? values : []),
  }))
  return { columns: written, kept: null, onlyIf: onlyIf && conditionColumn(onlyIf, flagIndex) }
}

function conditionColumn({ name, values }: AxisCondition, flagIndex: FlagIndex): AxisColumn {
  return { flag: serverName(name, flagIndex), values: valuesText(values) }
}

/** An exclusion in a sweep file: `max-num-seqs=64 request-rate=32`. */
export function settingSection(line: string, flagIndex: FlagIndex): Section {
  const words = line.split(/\s+/).filter((word) => word !== '')
  return Object.fromEntries(
    words.map((word) => {
      const [flag = '', ...rest] = word.split('=')
      if (rest.length === 0) return [flag, undefined]
      const [parameter, value] = [parameterIn(flag, flagIndex), rest.join('=')]
      return [flag, parameter === null ? value : oneValue(parameter, value)]
    }),
  )
}

export function settingText(setting: SweepSetting, flagIndex: FlagIndex): string {
  return Object.entries(settingContents(setting, flagIndex))
    .map(([flag, value]) => `${flag}=${textOf(value)}`)
    .join(' ')
}

function wordOf(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value)
}

/** Values separated by commas; a list in brackets is JSON. Values of an unknown flag stay text. */
export function valuesIn(parameter: Parameter | null, text: string): unknown[] {
  if (parameter === null) return [text]
  const json = jsonList(text)
  if (json !== null) return json
  if (text.trim().startsWith('{')) return [oneValue(parameter, text.trim())]
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (part.includes('..') ? part : oneValue(parameter, part)))
}

function oneValue(parameter: Parameter, text: string): unknown {
  if (parameter.side === 'server') {
    return parameter.flag === null ? plainValue(text) : readServeValue([text], parameter.flag)
  }
  return parameter.flag.kind === 'switch' ? plainValue(text) : text
}

/** A number, on or off; otherwise text. */
function plainValue(text: string): unknown {
  if (/^(true|on)$/i.test(text)) return true
  if (/^(false|off)$/i.test(text)) return false
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
}

function jsonList(text: string): unknown[] | null {
  if (!text.trim().startsWith('[')) return null
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function valuesText(values: readonly unknown[]): string {
  const isPlain = values.every(
    (value) => (typeof value !== 'object' || value === null) && !/[,[\]]/.test(textOf(value)),
  )
  return isPlain ? values.map(textOf).join(', ') : JSON.stringify(values)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : wordOf(value)
}
