// The words of a command line as values of flags, in the dialect of `vllm bench serve`. Values are as written;
// the schema of the command judges them.
import { AppError } from '#core/model/app-error.ts'
import { readFlagValue, takesManyWords } from '#core/model/flags/read-flag-value.ts'
import type { Flag } from '#core/model/flags/flag.ts'
import { withDottedPart } from '#core/model/flags/dotted-part.ts'
import { findFlag, type FlagSet } from './find-flag.ts'

export type ParsedArguments<Field extends string> = Readonly<{
  values: Readonly<Partial<Record<Field, unknown>>>
  /** What was written after each flag, for the sentence that refuses it. */
  written: Readonly<Partial<Record<Field, string>>>
}>

type Occurrence<Field extends string> = Readonly<{
  flag: Flag<Field>
  turnedOff: boolean
  /** What follows a dot in the flag's name. */
  path: string | null
  words: readonly string[]
}>

export function parseArguments<Field extends string>(
  args: readonly string[],
  set: FlagSet<Field>,
): ParsedArguments<Field> {
  const values: Partial<Record<Field, unknown>> = {}
  const written: Partial<Record<Field, string>> = {}
  for (const occurrence of occurrences(args, set)) {
    const { field } = occurrence.flag
    values[field] = valueOf(occurrence, values[field])
    written[field] = occurrence.words.join(' ')
  }
  return { values, written }
}

function* occurrences<Field extends string>(
  args: readonly string[],
  set: FlagSet<Field>,
): Generator<Occurrence<Field>> {
  let position = 0
  while (position < args.length) {
    const { name, path, attached } = split(args[position] ?? '')
    const { flag, turnedOff } = findFlag(name, set)
    const following = attached === null ? wordsAfter(args, position, flag) : []
    const words = attached === null ? following : [attached]
    requireFitting(flag, { path, words })
    yield { flag, turnedOff, path, words }
    position += 1 + following.length
  }
}

/** `--extra-body.a.b=1` is a name, a path and a value. */
function split(word: string) {
  if (!word.startsWith('--')) {
    throw new AppError('invalid-input', `"${word}" does not belong to any flag.`, {
      remedy: 'Flags begin with two dashes; a value with spaces needs quotes.',
    })
  }
  const equals = word.indexOf('=')
  const [name, ...path] = (equals < 0 ? word : word.slice(0, equals)).split('.')
  return {
    name: name ?? '',
    path: path.length === 0 ? null : path.join('.'),
    attached: equals < 0 ? null : word.slice(equals + 1),
  }
}

/** A negative number is a value, not a flag. */
function wordsAfter(args: readonly string[], position: number, flag: Flag): readonly string[] {
  if (flag.kind === 'switch') return []
  const rest = args.slice(position + 1)
  const end = rest.findIndex((word) => word.startsWith('--'))
  return rest.slice(0, Math.min(end < 0 ? rest.length : end, takesManyWords(flag) ? Infinity : 1))
}

function requireFitting(
  { flag, kind, metavar, choices }: Flag,
  { path, words }: Pick<Occurrence<string>, 'path' | 'words'>,
): void {
  if (path !== null && kind !== 'json') {
    throw new AppError('invalid-input', `${flag} has no parts: nothing may follow it with a dot.`)
  }
  if (kind === 'switch' && words.length > 0) {
    throw new AppError('invalid-input', `${flag} takes no value, but "${words[0]}" was given.`)
  }
  if (kind !== 'switch' && words.length === 0) {
    throw new AppError('invalid-input', `${flag} needs a value: ${metavar ?? choices?.join(', ')}.`)
  }
}

function valueOf({ flag, turnedOff, path, words }: Occurrence<string>, before: unknown): unknown {
  if (turnedOff) return false
  return path === null ? readFlagValue(flag, words) : withDottedPart(before, path, words.join(' '))
}
