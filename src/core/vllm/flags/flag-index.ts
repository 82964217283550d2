// Finds flags by any of the names a command line may use for them.
import type { ServeFlag } from './serve-flag.ts'

export type FlagIndex = Readonly<{
  flags: readonly ServeFlag[]
  byName: ReadonlyMap<string, ServeFlag>
  byShort: ReadonlyMap<string, ServeFlag>
}>

type NamedFlag = Readonly<{ flag: ServeFlag; isNegated: boolean }>

export function indexFlags(flags: readonly ServeFlag[]): FlagIndex {
  const shorts = flags.flatMap((flag) =>
    flag.short === undefined ? [] : [[flag.short, flag] as const],
  )
  return {
    flags,
    byName: new Map(flags.map((flag) => [flag.name, flag])),
    byShort: new Map(shorts),
  }
}

/** `--tensor_parallel_size`, `-tp`, `--no-enable-lora`, or a beginning that only one flag has. */
export function findServeFlag(word: string, flagIndex: FlagIndex): NamedFlag | null {
  const short = flagIndex.byShort.get(word)
  if (short !== undefined) return { flag: short, isNegated: false }
  if (!word.startsWith('--')) return null
  const name = word.slice(2).replaceAll('_', '-')
  return exactly(name, flagIndex) ?? exactly(onlyBeginning(name, flagIndex) ?? '', flagIndex)
}

function exactly(name: string, { byName }: FlagIndex): NamedFlag | null {
  const flag = byName.get(name)
  if (flag !== undefined) return { flag, isNegated: false }
  const positive = byName.get(name.replace(/^no-/, ''))
  return positive?.isNegatable ? { flag: positive, isNegated: true } : null
}

function onlyBeginning(name: string, { flags }: FlagIndex): string | null {
  const names = flags.flatMap((flag) =>
    flag.isNegatable ? [flag.name, `no-${flag.name}`] : [flag.name],
  )
  const [only, ...others] = names.filter((candidate) => candidate.startsWith(name))
  return only === undefined || others.length > 0 ? null : only
}
