// Parses command-line arguments into flag values, in the syntax of `vllm bench serve`. The schema of the command
// validates the values.
import { message, type Message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Flag } from '#core/flags/flag.ts'
import { closestWord } from '#core/base/closest-word.ts'
import { readFlagValue, takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import { withDottedPart } from '#core/base/dotted-part.ts'
import { reportableMetricNames } from '#core/metrics/latencies.ts'

/** Flags by the spellings that an argument may use: `_` equals `-`, unique prefixes match, `--no-…` negates. */
type FlagSet<Field extends string> = Readonly<{
  flags: readonly Flag<Field>[]
  /** Rejected flags, with the reason as the end of a sentence. */
  refused: ReadonlyMap<string, string>
  /** Flags of other commands, each with its remedy. */
  elsewhere?: ReadonlyMap<string, Message>
  /** Former names of flags; they must be written in full. */
  renamed?: ReadonlyMap<string, string>
  /** Shown if no flag is similar. */
  helpCommand: string
  /** Arguments that belong to no flag are accepted and returned separately. */
  takesArguments?: boolean
}>

type FoundFlag<Field extends string> = Readonly<{ flag: Flag<Field>; turnedOff: boolean }>

function findFlag<Field extends string>(word: string, set: FlagSet<Field>): FoundFlag<Field> {
  const written = word.replaceAll('_', '-')
  const name = set.renamed?.get(written) ?? written
  const exact = namedExactly(name, set)
  if (exact !== null) return exact
  const [only, ...others] = allNames(set).filter((candidate) => candidate.startsWith(name))
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

function refuse(name: string, { refused }: Pick<FlagSet<string>, 'refused'>): never {
  throw appError('unsupported', 'files.unusableFlag', { flag: name, why: refused.get(name) })
}

function unknown(word: string, name: string, set: FlagSet<string>): AppError {
  const closest = closestWord(name, allNames(set))
  const instead = set.elsewhere?.get(name)
  return new AppError('invalid-input', message('files.unknownFlag', { flag: word }), {
    remedy:
      instead ??
      (closest === null
        ? message('files.seeHelp', { command: set.helpCommand })
        : message('files.didYouMeanFlag', { flag: closest, command: set.helpCommand })),
  })
}

/** Maximum number of arguments named in the message. */
const mostNamed = 4

function ambiguous(word: string, names: readonly string[]): AppError {
  const others = names.length > mostNamed ? ` or ${names.length - mostNamed} others` : ''
  const named = names.slice(0, mostNamed).join(', ')
  return appError('invalid-input', 'files.ambiguousFlag', { flag: word, named, others })
}

export type ParsedArguments<Field extends string> = Readonly<{
  values: Readonly<Partial<Record<Field, unknown>>>
  /** Text after each flag, for error messages. */
  written: Readonly<Partial<Record<Field, string>>>
  /** Flag that provided each value: a repeated flag may set another field. */
  named: Readonly<Partial<Record<Field, string>>>
  /** Arguments that belong to no flag. */
  words: readonly string[]
}>

type Occurrence<Field extends string> = Readonly<{
  flag: Flag<Field>
  turnedOff: boolean
  /** Text after a dot in the flag's name. */
  path: string | null
  words: readonly string[]
}>

/** Throws at the first invalid argument. */
export function parseArguments<Field extends string>(
  args: readonly string[],
  set: FlagSet<Field>,
): ParsedArguments<Field> {
  const { refusals, ...parsed } = readArguments(args, set)
  if (refusals[0] !== undefined) throw refusals[0]
  return parsed
}

/** Continues after invalid arguments and returns them as refusals. */
export function readArguments<Field extends string>(
  args: readonly string[],
  set: FlagSet<Field>,
): ParsedArguments<Field> & { readonly refusals: readonly AppError[] } {
  const values: Partial<Record<Field, unknown>> = {}
  const written: Partial<Record<Field, string>> = {}
  const named: Partial<Record<Field, string>> = {}
  const words: string[] = []
  const refusals: AppError[] = []
  for (const phrase of phrases(args)) {
    try {
      const { occurrence, left } = read(phrase, set)
      if (occurrence !== null) {
        const flag = repeated(occurrence.flag, values, set)
        const { field } = flag
        values[field] = valueOf({ ...occurrence, flag }, values[field])
        written[field] = occurrence.words.join(' ')
        named[field] = occurrence.flag.flag
      }
      if (left[0] !== undefined && set.takesArguments !== true) throw strayArgument(left[0])
      words.push(...left)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push(error)
    }
  }
  return { values, written, named, words, refusals }
}

/** A flag and the arguments up to the next flag. */
type Phrase = Readonly<{ head: string; following: readonly string[] }>

function phrases(args: readonly string[]): readonly Phrase[] {
  const starts = args.flatMap((word, index) => (index === 0 || isFlag(word) ? [index] : []))
  return starts.map((start, index) => ({
    head: args[start] ?? '',
    following: args.slice(start + 1, starts[index + 1]),
  }))
}

/** A negative number is a value, not a flag. */
function isFlag(word: string): boolean {
  return word.startsWith('--')
}

/** Flag set by a phrase, and the arguments that the flag does not accept. */
function read<Field extends string>(
  { head, following }: Phrase,
  set: FlagSet<Field>,
): { occurrence: Occurrence<Field> | null; left: readonly string[] } {
  if (!isFlag(head)) return { occurrence: null, left: [head, ...following] }
  const { name, path, attached } = split(head)
  const { flag, turnedOff } = findFlag(name, set)
  const taken = attached === null ? following.slice(0, mostArguments(flag)) : []
  const words = attached === null ? taken : [attached]
  requireFitting(flag, { path, words })
  return { occurrence: { flag, turnedOff, path, words }, left: following.slice(taken.length) }
}

function mostArguments(flag: Flag): number {
  if (flag.kind === 'switch') return 0
  return takesSeveralValues(flag) ? Infinity : 1
}

/** `--extra-body.a.b=1` is a name, a path and a value. */
function split(word: string) {
  const equals = word.indexOf('=')
  const [name, ...path] = (equals < 0 ? word : word.slice(0, equals)).split('.')
  return {
    name: name ?? '',
    path: path.length === 0 ? null : path.join('.'),
    attached: equals < 0 ? null : word.slice(equals + 1),
  }
}

function strayArgument(word: string): AppError {
  return appError('invalid-input', 'files.strayArgument', { word })
}

function requireFitting(
  { flag, kind, metavar, choices }: Flag,
  { path, words }: Pick<Occurrence<string>, 'path' | 'words'>,
): void {
  if (path !== null && kind !== 'json') {
    throw new AppError('invalid-input', message('files.noParts', { flag }))
  }
  if (kind === 'switch' && words.length > 0) {
    throw new AppError('invalid-input', message('files.unwantedValue', { flag, value: words[0] }))
  }
  if (kind !== 'switch' && words.length === 0) {
    throw new AppError(
      'invalid-input',
      message('files.valueNeeded', { flag, form: metavar ?? choices?.join(', ') }),
    )
  }
}

/** Flag for a further value of a repeated flag. */
function repeated<Field extends string>(
  flag: Flag<Field>,
  values: Readonly<Partial<Record<Field, unknown>>>,
  { flags }: FlagSet<Field>,
): Flag<Field> {
  if (values[flag.field] === undefined) return flag
  return flags.find(({ repeats }) => repeats === flag.field) ?? flag
}

function valueOf({ flag, turnedOff, path, words }: Occurrence<string>, before: unknown): unknown {
  if (turnedOff) return false
  const isPart = path !== null
  const value = isPart ? withDottedPart(before, path, words.join(' ')) : readFlagValue(flag, words)
  if (flag.kind === 'json' && droppedKey.test(JSON.stringify(value))) {
    throw new AppError('invalid-input', message('files.keyDropped', { flag: flag.flag }))
  }
  if (isPart) return value
  return flag.addsUp === true || flag.kind === 'pairs' ? added(before, value) : value
}

/** Schemas drop this key without a word. */
const droppedKey = /"__proto__":/

function added(before: unknown, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return before.concat(value) as unknown[]
  return typeof before === 'object' ? Object.assign({}, before, value) : value
}

/** Arguments without unknown names in --percentile-metrics, which cause a warning because vLLM ignores them. */
type KnownArguments<Field extends string> = Readonly<{
  parsed: ParsedArguments<Field>
  /** One sentence, or none. */
  warnings: readonly Text[]
}>

/** Metric names of vLLM-Omni's client: figures of stages, which are always reported, and its name for TPOT. */
const stageWords = ['ttfc', 'tpoc', 'icl', 'tpop']

/** `parsed` without the unknown names. */
export function withKnownMetrics<Field extends string>(
  parsed: ParsedArguments<Field | 'percentileMetrics'>,
): KnownArguments<Field | 'percentileMetrics'> {
  const { percentileMetrics: names } = parsed.values
  if (!Array.isArray(names)) return { parsed, warnings: [] }
  const isKnown = (name: unknown) => reportableMetricNames.some((one) => one === name)
  const known = names.map((name: unknown) => (name === 'tpop' ? 'tpot' : name)).filter(isKnown)
  const unknown = names.filter((name) => !isKnown(name) && !stageWords.includes(String(name)))
  const warning = message('notes.unknownMetrics', {
    unknown: unknown.join(', '),
    known: reportableMetricNames.join(', '),
  })
  return {
    parsed: { ...parsed, values: { ...parsed.values, percentileMetrics: known } },
    warnings: unknown.length === 0 ? [] : [warning],
  }
}
