// Parses the arguments after `vllm serve` into a config, for pasted command lines and the field of raw arguments; inverse of
// `serveArguments`. Arguments without a known flag are kept unchanged.
import { serveFlagValueSchema } from '#core/flags/serve-value.ts'
import type { ServeConfig, ServeFlagValue } from '#core/model/launch-profile.ts'
import { withDottedPart } from '#core/base/dotted-part.ts'
import { findServeFlag, type FlagIndex, type ServeFlag } from './flag-index.ts'
import { readServeValue } from './read-serve-value.ts'

type Occurrence = Readonly<{
  flag: ServeFlag
  isNegated: boolean
  /** `method` in `--speculative-config.method ngram`. */
  path: string | null
  args: readonly string[]
}>

type Argument =
  | Readonly<{ kind: 'flag'; occurrence: Occurrence }>
  | Readonly<{ kind: 'model'; word: string }>
  | Readonly<{ kind: 'raw'; args: readonly string[] }>

/** Web pages and word processors turn two hyphens into one dash. */
const typographicDashes = /^-?[–—―−]+-?(?=[A-Za-z])/

export function parseServeArguments(args: readonly string[], flagIndex: FlagIndex): ServeConfig {
  const flags: Record<string, ServeFlagValue> = {}
  const rawArguments: string[] = []
  let model = ''
  const words = args.map((word) => word.replace(typographicDashes, '--'))
  for (const argument of argumentsIn(words, flagIndex)) {
    switch (argument.kind) {
      case 'model':
        if (model === '') model = argument.word
        else rawArguments.push(argument.word)
        break
      case 'raw':
        rawArguments.push(...argument.args)
        break
      case 'flag':
        flags[argument.occurrence.flag.name] = valueOf(argument.occurrence, flags)
    }
  }
  return { model, flags, rawArguments }
}

function* argumentsIn(args: readonly string[], flagIndex: FlagIndex): Generator<Argument> {
  let position = 0
  while (position < args.length) {
    const { argument, length } = argumentAt(args, position, flagIndex)
    yield argument
    position += length
  }
}

function argumentAt(
  args: readonly string[],
  position: number,
  flagIndex: FlagIndex,
): { argument: Argument; length: number } {
  const word = args[position] ?? ''
  if (!isFlagArgument(word)) return { argument: { kind: 'model', word }, length: 1 }
  const following = argumentsUpToFlag(args, position + 1)
  if (/^--model(=|$)/.test(word)) return namedModel(word, following)
  const { name, path, attached } = split(optimizationLevel(word))
  const found = findServeFlag(name, flagIndex)
  if (found === null) {
    return { argument: { kind: 'raw', args: [word, ...following] }, length: 1 + following.length }
  }
  const own = attached === null ? ownArguments(found.flag, following) : [attached]
  return {
    argument: { kind: 'flag', occurrence: { ...found, path, args: own } },
    length: attached === null ? 1 + own.length : 1,
  }
}

function namedModel(word: string, [next = '']: readonly string[]) {
  const equals = word.indexOf('=')
  return equals < 0
    ? { argument: { kind: 'model', word: next } as const, length: 2 }
    : { argument: { kind: 'model', word: word.slice(equals + 1) } as const, length: 1 }
}

/** `-O3` and `-O 3` are short for a separate flag. */
function optimizationLevel(word: string): string {
  return word.replace(/^-O=?(\d?)$/, (_, level: string) =>
    level === '' ? '--optimization-level' : `--optimization-level=${level}`,
  )
}

function split(word: string) {
  const equals = word.indexOf('=')
  const [name = '', ...path] = (equals < 0 ? word : word.slice(0, equals)).split('.')
  return {
    name,
    path: path.length === 0 ? null : path.join('.').replaceAll('-', '_'),
    attached: equals < 0 ? null : word.slice(equals + 1),
  }
}

/** A negative number is a value. */
function isFlagArgument(word: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(word)
}

function argumentsUpToFlag(args: readonly string[], begin: number): readonly string[] {
  const end = args.findIndex((word, index) => index >= begin && isFlagArgument(word))
  return args.slice(begin, end < 0 ? args.length : end)
}

function ownArguments(
  { kind, separator }: ServeFlag,
  following: readonly string[],
): readonly string[] {
  if (kind === 'switch') return []
  return kind === 'list' && separator === undefined ? following : following.slice(0, 1)
}

function valueOf(
  { flag, isNegated, path, args }: Occurrence,
  before: Readonly<Record<string, ServeFlagValue>>,
): ServeFlagValue {
  if (isNegated) return false
  const value = before[flag.name]
  if (path !== null) return withPart(value, path, args)
  const read = readServeValue(args, flag)
  return flag.isRepeated && Array.isArray(value) && Array.isArray(read) ? [...value, ...read] : read
}

function withPart(
  before: ServeFlagValue | undefined,
  path: string,
  args: readonly string[],
): ServeFlagValue {
  // A half-typed flag has no value yet.
  const parts = args.length === 0 ? [''] : args
  let whole: unknown = before
  for (const part of parts) whole = withDottedPart(whole, path, part)
  return serveFlagValueSchema.parse(whole)
}
