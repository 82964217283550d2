// Finds the flag that an argument names: `_` equals `-`, unique prefixes match, `--no-…` negates.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { Flag } from '#core/flags/flag.ts'
import { closestWord } from '#core/command-line/closest-word.ts'

export type FlagSet<Field extends string> = Readonly<{
  flags: readonly Flag<Field>[]
  /** Refused flags, with the reason as the end of a sentence. */
  refused: ReadonlyMap<string, string>
  /** Earlier names of flags; they must be written in full. */
  renamed?: ReadonlyMap<string, string>
  /** Shown where no flag comes close. */
  helpCommand: string
  /** Arguments that belong to no flag are accepted and returned separately. */
  takesArguments?: boolean
}>

type FoundFlag<Field extends string> = Readonly<{ flag: Flag<Field>; turnedOff: boolean }>

export function findFlag<Field extends string>(
  word: string,
  set: FlagSet<Field>,
): FoundFlag<Field> {
  const written = word.replaceAll('_', '-')
  const name = set.renamed?.get(written) ?? written
  const exact = namedExactly(name, set)
  if (exact !== null) return exact
  const [only, ...others] = beginningsOf(name, set)
  if (only === undefined) throw unknown(word, name, set)
  if (others.length > 0) throw ambiguous(word, [only, ...others])
  return namedExactly(only, set) ?? refuse(only, set)
}

function namedExactly<Field extends string>(
  name: string,
  { flags, refused }: FlagSet<Field>,
): FoundFlag<Field> | null {
  if (refused.has(name)) return refuse(name, { refused })
  const flag = flags.find((candidate) => candidate.flag === name)
  if (flag !== undefined) return { flag, turnedOff: false }
  const positive = name.replace(/^--no-/, '--')
  const turnedOff = flags.find(
    (candidate) => candidate.kind === 'switch' && candidate.flag === positive,
  )
  return turnedOff === undefined ? null : { flag: turnedOff, turnedOff: true }
}

function allNames({ flags, refused }: FlagSet<string>): readonly string[] {
  return [...flags.map(({ flag }) => flag), ...refused.keys()]
}

function beginningsOf(name: string, set: FlagSet<string>): readonly string[] {
  return allNames(set).filter((candidate) => candidate.startsWith(name))
}

function refuse(name: string, { refused }: Pick<FlagSet<string>, 'refused'>): never {
  throw new AppError(
    'unsupported',
    message('files.unusableFlag', { flag: name, why: refused.get(name) }),
    {
      remedy: message('files.unusableFlag.remedy'),
    },
  )
}

function unknown(word: string, name: string, set: FlagSet<string>): AppError {
  const closest = closestWord(name, allNames(set))
  return new AppError('invalid-input', message('files.unknownFlag', { flag: word }), {
    remedy:
      closest === null
        ? message('files.seeHelp', { command: set.helpCommand })
        : message('files.didYouMeanFlag', { flag: closest, command: set.helpCommand }),
  })
}

/** Keeps the message short. */
const mostNamed = 4

function ambiguous(word: string, names: readonly string[]): AppError {
  const others = names.length > mostNamed ? ` or ${names.length - mostNamed} others` : ''
  const named = names.slice(0, mostNamed).join(', ')
  return new AppError(
    'invalid-input',
    message('files.ambiguousFlag', { flag: word, named, others }),
    {
      remedy: message('files.ambiguousFlag.remedy'),
    },
  )
}
