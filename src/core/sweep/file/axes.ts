// Axes of a sweep file. Flags of one entry are linked: their first values form a setting, then their second values.
import { remedied } from '#core/messages/message.ts'
import { sweepAxisSchema, type SweepAxis, type SweepSetting } from '#core/model/sweep.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { joined, listAt, problemAt, sectionAt, valueAt, type Section } from './file-place.ts'
import {
  benchmarkName,
  isRange,
  loadFields,
  parameterNamed,
  parameterNames,
  settingAt,
  settingOf,
  valuesOf,
} from './parameter-values.ts'

/** Names that exceed the model's limit end in an ellipsis. */
const longestName = 100

export function axisAt(value: unknown, place: string, flagIndex: FlagIndex): SweepAxis {
  const { name, ...flags } = sectionAt(value, place)
  const settings =
    'settings' in flags ? listed(flags, place, flagIndex) : linked(flags, place, flagIndex)
  settings.forEach((setting) => requireNoLoad(setting, place))
  const usual = usualName(settings, flagIndex)
  return valueAt(sweepAxisSchema, { name: name ?? usual, settings }, place)
}

/** Written column by column if all settings have the same flags, else setting by setting. */
export function axisContents({ name, settings }: SweepAxis, flagIndex: FlagIndex): Section {
  const named = name === usualName(settings, flagIndex) ? {} : { name }
  const rows = settings.map((setting) => settingContents(setting, flagIndex))
  const keys = Object.keys(rows[0] ?? {})
  if (!fillsColumns(rows, keys)) return { ...named, settings: rows }
  return { ...named, ...Object.fromEntries(keys.map((key) => [key, rows.map((row) => row[key])])) }
}

export function settingContents(
  { benchmark, server }: SweepSetting,
  flagIndex: FlagIndex,
): Section {
  const values = [...Object.values(benchmark), ...Object.values(server)]
  return Object.fromEntries(
    parameterNames({ benchmark, server }, flagIndex).map((name, index) => [name, values[index]]),
  )
}

function usualName(settings: readonly SweepSetting[], flagIndex: FlagIndex): string {
  const names = new Set(settings.flatMap((setting) => parameterNames(setting, flagIndex)))
  const text = [...names].join(', ') || 'settings'
  return text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text
}

function fillsColumns(rows: readonly Section[], keys: readonly string[]): boolean {
  return (
    keys.length > 0 &&
    rows.every(
      (row) =>
        Object.keys(row).length === keys.length &&
        keys.every((key) => key in row && !isText(row[key])),
    )
  )
}

/** Text that would be parsed as several values in a column. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && isRange(value)
}

function listed(flags: Section, place: string, flagIndex: FlagIndex): SweepSetting[] {
  const { settings } = sectionAt(flags, place, ['settings'])
  const at = joined(place, 'settings')
  return listAt(settings, at).map((setting, index) => {
    const here = joined(at, index)
    return settingAt(sectionAt(setting, here), here, flagIndex)
  })
}

function linked(flags: Section, place: string, flagIndex: FlagIndex): SweepSetting[] {
  const columns = Object.entries(flags).map(([key, value]) => {
    const at = joined(place, key)
    const parameter = parameterNamed(key, at, flagIndex)
    return { key, parameter, values: valuesOf(parameter, value, at) }
  })
  const [first] = columns
  if (first === undefined) {
    throw problemAt({ place, ...remedied('files.emptyAxis') })
  }
  const odd = columns.find(({ values }) => values.length !== first.values.length)
  if (odd !== undefined) throw oddLength(place, first, odd)
  return first.values.map((_, row) =>
    settingOf(columns.map(({ parameter, values }) => [parameter, values[row] ?? null] as const)),
  )
}

type Column = Readonly<{ key: string; values: readonly unknown[] }>

function oddLength(place: string, first: Column, odd: Column) {
  return problemAt({
    place,
    ...remedied('files.unevenAxis', {
      one: first.key,
      count: first.values.length,
      other: odd.key,
      otherCount: odd.values.length,
    }),
  })
}

function requireNoLoad({ benchmark }: SweepSetting, place: string): void {
  const field = loadFields.find((load) => load in benchmark)
  if (field === undefined) return
  throw problemAt({ place, ...remedied('files.loadAxis', { flag: benchmarkName(field) }) })
}
