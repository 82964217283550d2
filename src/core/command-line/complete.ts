// Shell completion for the word being typed: commands, flags, values, or stored names.
import { type Flag, negatedFlag } from '../flags/flag.ts'

/** Arguments of a command, as shown in its usage. */
export type CommandShape = Readonly<{
  flags: readonly Flag[]
  /** Arguments besides flags: `FILE…`, `[RUN|SWEEP …]`. */
  words?: string | undefined
}>

export type Candidate = Readonly<{ value: string; about: string }>

/** `kept`: names of runs, hosts or servers that begin with `typed`; only the caller can look them up. */
export type Completion =
  | Readonly<{ kind: 'candidates'; candidates: readonly Candidate[] }>
  | Readonly<{ kind: 'files' }>
  | Readonly<{ kind: 'kept'; nouns: readonly KeptNoun[]; typed: string }>

export type KeptNoun = 'run' | 'host'

export type KnownCommands = Readonly<{
  names: readonly string[]
  shapeOf: (name: string) => Promise<CommandShape>
}>

const nothing: Completion = { kind: 'candidates', candidates: [] }

const nounsByPlaceholder: Readonly<Record<string, KeptNoun>> = {
  RUN: 'run',
  SWEEP: 'run',
  HOST: 'host',
}

const filePlaceholders = new Set(['FILE', 'DIR', 'PATH', 'FOLDER'])

/** `words` are the arguments after the program's name; the last is being typed, and may be empty. */
export async function complete(
  words: readonly string[],
  { names, shapeOf }: KnownCommands,
): Promise<Completion> {
  const before = withoutEqualSigns(words.slice(0, -1))
  const last = words.at(-1) ?? ''
  const typed = last === '=' ? '' : last
  const command = names.find((name) => isAt(before, name.split(' ')))
  if (command === undefined) return commandWords(names, before, typed)
  const shape = await shapeOf(command)
  return completeArgument(shape, before.at(-1) ?? '', typed)
}

/** Bash passes `--flag=value` as three arguments. */
function withoutEqualSigns(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== '=')
}

function isAt(words: readonly string[], name: readonly string[]): boolean {
  return name.every((part, index) => words[index] === part)
}

function commandWords(
  names: readonly string[],
  before: readonly string[],
  typed: string,
): Completion {
  const next = names
    .map((name) => name.split(' '))
    .filter((parts) => before.every((word, index) => parts[index] === word))
    .flatMap((parts) => parts[before.length] ?? [])
  const own = before.length === 0 ? ['--help', '--version', '--lang'] : []
  return candidates([...new Set([...next, ...own])], typed)
}

function completeArgument({ flags, words }: CommandShape, previous: string, typed: string) {
  const [name = '', ...value] = typed.split('=')
  if (typed.startsWith('--') && value.length > 0) {
    const flag = flagNamed(flags, name)
    return flag === undefined ? nothing : valuesOf(flag, value.join('='), `${name}=`)
  }
  const flag = flagNamed(flags, previous)
  if (flag !== undefined && flag.kind !== 'switch') return valuesOf(flag, typed, '')
  return typed.startsWith('-') || words === undefined
    ? flagNames(flags, typed)
    : placeholders(words, typed)
}

function flagNamed(flags: readonly Flag[], word: string): Flag | undefined {
  return flags.find(({ flag }) => flag === word.replaceAll('_', '-'))
}

function flagNames(flags: readonly Flag[], typed: string): Completion {
  const listed = flags.flatMap(({ flag, kind, summary, schema }) => {
    const isOn = kind === 'switch' && schema.safeParse(undefined).data === true
    return [{ value: isOn ? negatedFlag(flag) : flag, about: summary }]
  })
  const help = { value: '--help', about: '' }
  return {
    kind: 'candidates',
    candidates: [...listed, help].filter(({ value }) => value.startsWith(typed)),
  }
}

function valuesOf({ choices, metavar, field }: Flag, typed: string, prefix: string): Completion {
  if (choices !== undefined) return candidates(choices, typed, prefix)
  if (field === 'on') return { kind: 'kept', nouns: ['host'], typed }
  return metavar !== undefined && filePlaceholders.has(metavar) ? { kind: 'files' } : nothing
}

function placeholders(words: string, typed: string): Completion {
  const named = words.match(/[A-Z]+/g) ?? []
  const nouns = [...new Set(named.flatMap((name) => nounsByPlaceholder[name] ?? []))]
  if (nouns.length > 0) return { kind: 'kept', nouns, typed }
  return named.some((name) => filePlaceholders.has(name)) ? { kind: 'files' } : nothing
}

function candidates(values: readonly string[], typed: string, prefix = ''): Completion {
  return {
    kind: 'candidates',
    candidates: values
      .filter((value) => value.startsWith(typed))
      .map((value) => ({ value: `${prefix}${value}`, about: '' })),
  }
}
