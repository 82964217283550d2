// Parameter files of `vllm bench sweep serve`: a list of objects, or objects by name. Contents are parsed JSON.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { withDottedPart } from '#core/base/dotted-part.ts'
import type { SweepSetting } from '#core/model/sweep.ts'
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import { findServeFlag, type FlagIndex } from '#core/vllm/flag-index.ts'
import { isSection, joined, problemAt, shown, unknownKey, type Section } from './file-place.ts'
import { benchmarkFlagNamed, benchmarkNames, benchmarkValueAt } from './parameter-values.ts'

export type ParamsSide = 'serve' | 'bench'

const nameKey = '_benchmark_name'

/** One setting per object, in order. */
export function readParams(
  contents: unknown,
  side: ParamsSide,
  flagIndex: FlagIndex,
): SweepSetting[] {
  const place = `${side}-params`
  return itemsIn(contents, place).map(([at, params]) => {
    const setting: SweepSetting = { benchmark: {}, server: {} }
    for (const [key, value] of Object.entries(params)) {
      if (key === nameKey) continue
      takers[side](setting, { key, value, place: joined(at, key) }, flagIndex)
    }
    return setting
  })
}

type Param = Readonly<{ key: string; value: unknown; place: string }>

const takers: Readonly<
  Record<ParamsSide, (setting: SweepSetting, param: Param, flagIndex: FlagIndex) => void>
> = {
  serve({ server }, { key, value, place }, flagIndex) {
    const [first = '', ...path] = key.split('.')
    const name = findServeFlag(`--${first}`, flagIndex)?.flag.name ?? first.replaceAll('_', '-')
    const whole = path.length === 0 ? value : withPart(server[name], path, value)
    const read = serveFlagValueSchema.safeParse(whole)
    if (!read.success)
      throw problemAt({ place, message: message('files.notAFlagValue', { value: shown(value) }) })
    server[name] = read.data
  },
  bench({ benchmark }, { key, value, place }) {
    const [first = '', ...path] = key.split('.')
    const flag = benchmarkFlagNamed(first)
    if (flag === undefined) throw unknownKey(place, first, benchmarkNames)
    const whole = path.length === 0 ? value : withPart(benchmark[flag.field], path, value)
    benchmark[flag.field] = benchmarkValueAt(flag, whole, place)
  },
}

function withPart(before: unknown, path: readonly string[], value: unknown): unknown {
  return withDottedPart(before, path.join('.'), JSON.stringify(value))
}

type Item = readonly [place: string, params: Section]

function itemsIn(contents: unknown, place: string): Item[] {
  const items = Array.isArray(contents)
    ? contents.map((item: unknown, index) => [joined(place, index), item] as const)
    : Object.entries(isSection(contents) ? contents : {}).map(
        ([name, item]) => [joined(place, name), item] as const,
      )
  if (items.length === 0) throw notParams(place, contents)
  requireOwnNames(items)
  return items.map(([at, item]) => {
    if (isSection(item)) return [at, item]
    throw notParams(at, item)
  })
}

function requireOwnNames(items: readonly (readonly [string, unknown])[]): void {
  const seen = new Set<string>()
  for (const [place, item] of items) {
    const name = z.string().safeParse(isSection(item) ? item[nameKey] : undefined).data
    if (name === undefined) continue
    if (seen.has(name))
      throw problemAt({ place, message: message('files.duplicate', { key: nameKey, name }) })
    seen.add(name)
  }
}

function notParams(place: string, value: unknown) {
  return problemAt({
    place,
    message: message('files.mustBeParameters', { value: shown(value) }),
    remedy: message('files.parameterFile'),
  })
}
