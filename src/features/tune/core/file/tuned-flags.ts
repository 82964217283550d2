// Server flags that a tune file varies: lists or ranges, optionally with the condition under which they have an effect.
import { message, remedied } from '#core/messages/message.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import {
  isSection,
  joined,
  problemAt,
  readAll,
  sectionAt,
  unknownKey,
  valueAt,
} from '#core/sweep/file/file-place.ts'
import {
  benchmarkFlagNamed,
  parameterNamed,
  type Parameter,
  serverPrefix,
  valuesOf,
} from '#core/sweep/file/parameter-values.ts'

export type TunedValues = Readonly<{
  name: string
  values: readonly ServeFlagValue[]
  /** Values of other flags, any of which gives this one an effect; null for always. */
  onlyIf: Readonly<{ name: string; values: readonly ServeFlagValue[] }> | null
}>

/** Axes of a sweep. */
export const mostFlags = 12

export function tunedFlagsAt(value: unknown, place: string, flagIndex: FlagIndex): TunedValues[] {
  const flags = value === undefined ? [] : Object.entries(sectionAt(value, place))
  if (flags.length === 0 || flags.length > mostFlags) {
    throw problemAt({ place, ...remedied('tune.file.flags', { most: mostFlags }) })
  }
  const read = readAll(
    flags.map(
      ([key, written]) =>
        () =>
          flagAt(key, written, joined(place, key), flagIndex),
    ),
  )
  for (const { name, onlyIf } of read) {
    if (onlyIf === null || read.some((other) => other.name === onlyIf.name)) continue
    throw conditionAt(joined(joined(place, name), 'only-if'))
  }
  return read
}

function flagAt(key: string, value: unknown, place: string, flagIndex: FlagIndex): TunedValues {
  const parameter = serverFlag(key, place, flagIndex)
  if (!isSection(value))
    return { name: parameter.name, values: valuesAt(parameter, value, place), onlyIf: null }
  const { values, 'only-if': condition } = sectionAt(value, place, ['values', 'only-if'])
  return {
    name: parameter.name,
    values: valuesAt(parameter, values, joined(place, 'values')),
    onlyIf:
      condition === undefined ? null : onlyIfAt(condition, joined(place, 'only-if'), flagIndex),
  }
}

function onlyIfAt(value: unknown, place: string, flagIndex: FlagIndex): TunedValues['onlyIf'] {
  const [entry, ...others] = Object.entries(sectionAt(value, place))
  if (entry === undefined || others.length > 0) throw conditionAt(place)
  const at = joined(place, entry[0])
  const parameter = serverFlag(entry[0], at, flagIndex)
  return { name: parameter.name, values: valuesAt(parameter, entry[1], at) }
}

type ServerFlag = Extract<Parameter, { side: 'server' }>

function serverFlag(key: string, place: string, flagIndex: FlagIndex): ServerFlag {
  const name = key.replace(/^--/, '').replaceAll('_', '-')
  const isKnown = flagIndex.byName.has(name)
  if (!isKnown && !key.startsWith(serverPrefix) && benchmarkFlagNamed(name) === undefined) {
    throw unknownKey(place, name, [...flagIndex.byName.keys()])
  }
  const parameter = parameterNamed(isKnown ? serverPrefix + key : key, place, flagIndex)
  if (parameter.side === 'server') return parameter
  throw problemAt({ place, ...remedied('tune.file.notServer') })
}

function valuesAt(parameter: ServerFlag, value: unknown, place: string): ServeFlagValue[] {
  const values = valuesOf(parameter, value ?? [], place)
  const read = values.map((each) => valueAt(serveFlagValueSchema, each, place))
  if (read.length > 0) return read
  throw problemAt({ place, message: message('files.isMissing') })
}

/** A condition that can never be met, or names a flag that does not vary. */
export function conditionAt(place: string) {
  return problemAt({ place, ...remedied('tune.file.condition') })
}
