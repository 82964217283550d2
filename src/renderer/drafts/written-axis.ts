// An axis in the composer: flags with their values as text, linked if there are several; for a tuning also the condition under
// which its flag has an effect.
import { statementOf, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { serveFlagValueSchema } from '#core/model/launch-profile.ts'
import { sweepAxisSchema, type SweepAxis, type SweepSetting } from '#core/model/sweep.ts'
import { axisAt, axisContents, settingContents } from '#core/sweep/file/axes.ts'
import {
  type Parameter,
  parameterNamed,
  serverName,
  settingOf,
  valueOf,
  valuesOf,
} from '#core/sweep/file/parameter-values.ts'
import type { TunedValues } from '#core/tune/tuned-flags.ts'
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

export const freshColumn: AxisColumn = { flag: '', values: '' }
export const freshAxis: WrittenAxis = { columns: [freshColumn], kept: null, onlyIf: null }

export type AxisReading =
  | Readonly<{ axis: SweepAxis; onlyIf: TunedValues['onlyIf']; problem: null }>
  | Readonly<{ axis: null; problem: Text }>

export function readAxis(
  { columns, kept, onlyIf }: WrittenAxis,
  flagIndex: FlagIndex,
): AxisReading {
  if (kept !== null) return { axis: kept, onlyIf: null, problem: null }
  try {
    const said = columns.map(({ flag, values }) => [
      flag.trim(),
      valuesIn(parameterNamed(flag.trim(), flag.trim(), flagIndex), values),
    ])
    const axis = axisAt(Object.fromEntries(said), '', flagIndex)
    return { axis, onlyIf: onlyIf && conditionIn(onlyIf, flagIndex), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { axis: null, problem: statementOf(error) }
  }
}

/** A flag of the benchmark keeps its name: no tuned flag has it. */
function conditionIn({ flag, values }: AxisColumn, flagIndex: FlagIndex): TunedValues['onlyIf'] {
  const place = flag.trim()
  const parameter = parameterNamed(place, place, flagIndex)
  const read = valuesOf(parameter, valuesIn(parameter, values), place)
  return {
    name: parameter.side === 'server' ? parameter.name : place,
    values: read.map((value) => serveFlagValueSchema.parse(value)),
  }
}

export function writtenAxis(
  axis: SweepAxis,
  flagIndex: FlagIndex,
  onlyIf: TunedValues['onlyIf'] = null,
): WrittenAxis {
  const { name, settings, ...columns } = axisContents(axis, flagIndex)
  if (settings !== undefined || name !== undefined) return { ...freshAxis, columns: [], kept: axis }
  const written = Object.entries(columns).map(([flag, values]) => ({
    flag,
    values: valuesText(Array.isArray(values) ? values : []),
  }))
  return { columns: written, kept: null, onlyIf: onlyIf && conditionColumn(onlyIf, flagIndex) }
}

function conditionColumn(
  { name, values }: NonNullable<TunedValues['onlyIf']>,
  flagIndex: FlagIndex,
): AxisColumn {
  return { flag: serverName(name, flagIndex), values: valuesText(values) }
}

/** Parses an exclusion: `max-num-seqs=64 request-rate=32`. Null if invalid. */
export function readSettingText(text: string, flagIndex: FlagIndex): SweepSetting | null {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (!words.every((word) => /^[^=]+=./.test(word))) return null
  const pairs = words.map((word) => word.split('='))
  try {
    return settingOf(
      pairs.map(([flag = '', ...value]) => {
        const parameter = parameterNamed(flag, flag, flagIndex)
        return [parameter, valueOf(parameter, oneValue(parameter, value.join('=')), flag)] as const
      }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

export function settingText(setting: SweepSetting, flagIndex: FlagIndex): string {
  return Object.entries(settingContents(setting, flagIndex))
    .map(([flag, value]) => `${flag}=${textOf(value)}`)
    .join(' ')
}

function wordOf(value: unknown): string {
  return value === null || value === undefined ? 'none' : JSON.stringify(value)
}

/** Values separated by commas; a list in brackets is JSON. */
function valuesIn(parameter: Parameter, text: string): unknown[] {
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

/** A number, on or off; else text. */
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
