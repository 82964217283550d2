// Values of flags in a sweep file: as YAML values, or as text after the flag.
import {
  type BenchmarkField,
  benchmarkFieldsSchema,
  type BenchmarkFlag,
  benchmarkFlags,
} from '#core/flags/benchmark-fields.ts'
import { flagName } from '#core/flags/flag.ts'
import type { SweepSetting } from '#core/model/sweep.ts'
import type { FlagIndex, ServeFlag } from '#core/vllm/flag-index.ts'
import { remedied } from '#core/messages/message.ts'
import { readFlagValue, takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import { joined, problemAt, type Section, shown, unknownKey, valueAt } from './file-place.ts'
import { parseLoadList } from '../load-list.ts'

/** A parameter of a sweep, by its name in the file: a flag of the benchmark or of the server. */
export type Parameter =
  | Readonly<{ side: 'benchmark'; flag: BenchmarkFlag }>
  /** Null for a flag missing from the catalogue. */
  | Readonly<{ side: 'server'; name: string; flag: ServeFlag | null }>

export const serverPrefix = 'server.'

/** `max-num-seqs`, `--max_num_seqs`; `server.seed` means the server's flag, which may be unknown. */
export function parameterNamed(key: string, place: string, flagIndex: FlagIndex): Parameter {
  if (key.startsWith(serverPrefix))
    return serverParameter(key.slice(serverPrefix.length), flagIndex)
  const name = plainName(key)
  const flag = benchmarkFlagNamed(name)
  if (flag !== undefined) return { side: 'benchmark', flag }
  if (flagIndex.byName.has(name)) return serverParameter(name, flagIndex)
  throw unknownKey(place, name, [...benchmarkNames, ...flagIndex.byName.keys()])
}

export function benchmarkFlagNamed(key: string): BenchmarkFlag | undefined {
  return benchmarkFlags.find(({ flag }) => flag === `--${plainName(key)}`)
}

/** Inverse of `parameterNamed`: a name that server and benchmark share gets its prefix. */
export function parameterNames(
  { benchmark, server }: SweepSetting,
  flagIndex: FlagIndex,
): string[] {
  return [
    ...Object.keys(benchmark).map((field) => benchmarkName(field)),
    ...Object.keys(server).map((name) => serverName(name, flagIndex)),
  ]
}

export function benchmarkName(field: string): string {
  return flagName(field).slice(2)
}

export function serverName(name: string, flagIndex: FlagIndex): string {
  const isPlain = flagIndex.byName.has(name) && benchmarkFlagNamed(name) === undefined
  return isPlain ? name : serverPrefix + name
}

export const benchmarkNames: readonly string[] = benchmarkFlags.map(({ flag }) => flag.slice(2))

/** Fields that are set per point, so they are listed in the load section. */
export const loadFields: readonly BenchmarkField[] = ['requestRate', 'maxConcurrency']

function serverParameter(key: string, flagIndex: FlagIndex): Parameter {
  const flag = flagIndex.byName.get(plainName(key)) ?? null
  return { side: 'server', name: flag?.name ?? key, flag }
}

function plainName(key: string): string {
  return key.replace(/^--/, '').replaceAll('_', '-')
}

type BenchmarkValue = Exclude<SweepSetting['benchmark'][BenchmarkField], undefined>

/** Setting at one place of the file: flags of server and benchmark by name. */
export function settingAt(section: Section, place: string, flagIndex: FlagIndex): SweepSetting {
  return settingOf(
    Object.entries(section).map(([key, value]) => {
      const at = joined(place, key)
      const parameter = parameterNamed(key, at, flagIndex)
      return [parameter, valueOf(parameter, value, at)] as const
    }),
  )
}

type ParameterValue = BenchmarkValue | ServeFlagValue

export function settingOf(pairs: readonly (readonly [Parameter, ParameterValue])[]): SweepSetting {
  const setting: SweepSetting = { benchmark: {}, server: {} }
  for (const [parameter, value] of pairs) {
    if (parameter.side === 'benchmark') setting.benchmark[parameter.flag.field] = value
    else setting.server[parameter.name] = serveFlagValueSchema.parse(value)
  }
  return setting
}

export function valueOf(parameter: Parameter, value: unknown, place: string): ParameterValue {
  return parameter.side === 'benchmark'
    ? benchmarkValueAt(parameter.flag, value, place)
    : valueAt(serveFlagValueSchema, withoutUnit(parameter, value), place)
}

/** Strips the unit of a flag: `300 W` if its unit is W. */
function withoutUnit({ flag }: Extract<Parameter, { side: 'server' }>, value: unknown): unknown {
  const [, digits] = typeof value === 'string' ? (/^(\d+) *W$/.exec(value) ?? []) : []
  return flag?.unit === 'W' && digits !== undefined ? Number(digits) : value
}

export function benchmarkValueAt(
  flag: BenchmarkFlag,
  value: unknown,
  place: string,
): BenchmarkValue {
  const schema = benchmarkFieldsSchema.shape[flag.field]
  const isNone = typeof value === 'string' && /^none$/i.test(value) && takesNumbers({ flag })
  if (isNone && schema.safeParse(null).success) return null
  return valueAt(schema, plainValue(flag, value), place)
}

function plainValue(flag: BenchmarkFlag, value: unknown): unknown {
  if (value === Infinity) return 'inf'
  if (flag.kind === 'text') return typeof value === 'number' ? String(value) : value
  const words = wordsOf(flag, value)
  return words === null ? value : readFlagValue(flag, words)
}

/** Arguments after the flag on a command line; null for a value of its own type. */
function wordsOf(flag: BenchmarkFlag, value: unknown): string[] | null {
  if (flag.kind === 'switch') return null
  const isSeveral = takesSeveralValues(flag)
  if (typeof value === 'string') return isSeveral ? value.split(/\s+/) : [value]
  if (benchmarkFieldsSchema.shape[flag.field].safeParse(value).success) return null
  if (typeof value === 'number') return takesNumbers({ flag }) ? null : [String(value)]
  const isList = isSeveral && Array.isArray(value)
  return isList && value.every((item) => typeof item === 'string') ? value : null
}

const numericKinds: readonly string[] = ['integer', 'number', 'rate', 'range-ratio']

/** All values of a flag: a list, a range such as `64..512 x2` if the flag is numeric, or a single value. */
export function valuesOf(parameter: Parameter, value: unknown, place: string): ParameterValue[] {
  if (!Array.isArray(value)) return expanded(parameter, value, place)
  return value.flatMap((item, index) => expanded(parameter, item, joined(place, index)))
}

function expanded(parameter: Parameter, value: unknown, place: string): ParameterValue[] {
  if (typeof value !== 'string' || !isRange(value) || !takesNumbers(parameter)) {
    return [valueOf(parameter, value, place)]
  }
  const list = parseLoadList(value)
  if (list.problem === null) return list.values.map((item) => valueOf(parameter, item, place))
  throw rangeProblem(place, value)
}

/** Whether a text would be parsed as several values. */
export function isRange(text: string): boolean {
  return /\.\.|,/.test(text)
}

export function rangeProblem(place: string, value: unknown) {
  return problemAt({ place, ...remedied('files.notNumbers', { value: shown(value) }) })
}

function takesNumbers({ flag }: Pick<Parameter, 'flag'>): boolean {
  return flag !== null && numericKinds.includes(flag.kind)
}
