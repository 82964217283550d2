// What may vary in a sweep, by the names a sweep file gives it: flags of the benchmark and flags of the server.
import {
  benchmarkFlags,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/model/benchmark/benchmark-fields.ts'
import { flagName } from '#core/flags/flag.ts'
import type { SweepSetting } from '#core/model/sweep/sweep.ts'
import type { FlagIndex } from '#core/vllm/flags/flag-index.ts'
import type { ServeFlag } from '#core/vllm/flags/serve-flag.ts'
import { unknownKey } from './file-place.ts'

export type Parameter =
  | Readonly<{ side: 'benchmark'; flag: BenchmarkFlag }>
  /** Null is a flag that no catalogue knows. */
  | Readonly<{ side: 'server'; name: string; flag: ServeFlag | null }>

const serverPrefix = 'server.'

/** `max-num-seqs`, `--max_num_seqs`; `server.seed` is that of the server, and may be an unknown flag. */
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

/** The way back: a name a server shares with the benchmark says whose it is. */
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

/** Set point by point, and so written with the loads. */
export const loadFields: readonly BenchmarkField[] = ['requestRate', 'maxConcurrency']

function serverParameter(key: string, flagIndex: FlagIndex): Parameter {
  const flag = flagIndex.byName.get(plainName(key)) ?? null
  return { side: 'server', name: flag?.name ?? key, flag }
}

function plainName(key: string): string {
  return key.replace(/^--/, '').replaceAll('_', '-')
}
