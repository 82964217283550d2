// Finds a program's arguments in pasted text: behind wrappers, in scripts, in lists. Ignored parts are listed.
import { appError } from '#core/model/app-error.ts'
import {
  assignment,
  type PasteCommand,
  pasteCommands,
  plainWord,
  type PasteWord,
} from './paste-commands.ts'
import { listedCommands } from './paste-lists.ts'
import { commandText } from './paste-text.ts'

/** Words directly before a program's arguments: one pattern per word, or per part of a word. */
export type Entrance = readonly RegExp[]

export type PastedProgram = Readonly<{
  entrance: Entrance
  words: readonly PasteWord[]
  /** Preceding words: wrappers, and `NAME=value`. */
  before: readonly PasteWord[]
  /** Adjacent commands, redirections and wrappers, as pasted. */
  leftOut: readonly string[]
  /** Number of further commands that start the same program. */
  others: number
}>

type CommandMatch = Readonly<{
  entrance: Entrance
  command: PasteCommand
  at: number
  /** Enclosing commands, outermost first. */
  around: readonly PasteCommand[]
}>

/** Null if no command in the text starts the program. Throws `invalid-input` if a quote in it is never closed. */
export function pastedProgram(text: string, entrances: readonly Entrance[]): PastedProgram | null {
  const read = [...readings(commandText(text), entrances)].map(({ commands, isScript }) => ({
    ...{ commands, isScript },
    found: commands.flatMap((command) => foundIn(command, [], entrances)),
  }))
  const best = read.find(({ found }) => found.some(hasFlags)) ?? read.find(({ found }) => found[0])
  const chosen = best?.found.find(hasFlags) ?? best?.found[0]
  if (best === undefined || chosen === undefined) return null
  const beside = best.isScript ? best.commands : []
  // A list is read both separately and as a part of its container.
  const different = new Set(
    best.found.filter(hasFlags).map(({ command }) => textOf(command.words, Infinity)),
  )
  return program(
    chosen,
    beside,
    best.isScript ? best.found.filter(hasFlags).length : different.size,
  )
}

function hasFlags({ command, at }: CommandMatch): boolean {
  return command.words.slice(at).some((word) => /^-{1,2}[A-Za-z]/.test(word.text))
}

/** Interpretations of the text: a script; a script from the program's own line on, if an earlier quote is never closed; lists. */
function* readings(
  text: string,
  entrances: readonly Entrance[],
): Generator<Readonly<{ commands: readonly PasteCommand[]; isScript: boolean }>> {
  yield { commands: pasteCommands(text), isScript: true }
  const lines = text.split('\n')
  const isEntrance = (line: string) => entrances.some((entrance) => startsIn(line, entrance))
  const first = lines.findIndex(isEntrance)
  if (first >= 0) {
    const own = (lines[first] ?? '').replace(/^[\s#*>-]+/, '')
    const rest = [own, ...lines.slice(first + 1)].join('\n')
    yield { commands: pasteCommands(rest), isScript: true }
  }
  const imageVariables = (text.match(/^(?:ENV|ARG) .*/gm) ?? []).join('\n')
  const nestedIn = (script: string) => pasteCommands(`${imageVariables}\n${script}`)
  const listed = listedCommands(text).map((command) => ({
    ...command,
    nested: command.words.flatMap((word) => word.scripts.flatMap(nestedIn)),
  }))
  yield { commands: listed, isScript: false }
}

function startsIn(line: string, entrance: Entrance): boolean {
  const words = line.split(/\s+/).map(plainWord)
  return entranceAt(words, entrance) !== null
}

function foundIn(
  command: PasteCommand,
  around: readonly PasteCommand[],
  entrances: readonly Entrance[],
): readonly CommandMatch[] {
  const own = entrances.flatMap((entrance) => {
    const at = entranceAt(command.words, entrance)
    return at === null ? [] : [{ entrance, command, at, around }]
  })
  const nested = command.nested.flatMap((inner) => foundIn(inner, [...around, command], entrances))
  const rank = ({ entrance }: CommandMatch) => entrances.indexOf(entrance)
  return [...own.slice(0, 1), ...nested].sort((a, b) => rank(a) - rank(b))
}

function entranceAt(words: readonly PasteWord[], entrance: Entrance): number | null {
  const [program, ...rest] = entrance
  const isNamed = rest.length > 0 && program?.test(dockerEntrypoint(words)) === true
  const patterns = isNamed ? rest : entrance
  const at = words.findIndex((_, index) =>
    patterns.every((pattern, offset) => pattern.test(words[index + offset]?.text ?? '')),
  )
  return at < 0 || (entrance.length === 1 && isScriptCall(words)) ? null : at + patterns.length
}

/** `bash run_cluster.sh IMAGE …` passes on an image and its arguments. */
function isScriptCall(words: readonly PasteWord[]): boolean {
  return words.slice(0, 2).some(({ text }) => text.endsWith('.sh'))
}

/** `docker run --entrypoint vllm IMAGE bench serve`. */
function dockerEntrypoint(words: readonly PasteWord[]): string {
  const at = words.findIndex(({ text }) => /^--entrypoint(?:=|$)/.test(text))
  if (at < 0) return ''
  return /=(.*)/.exec(words[at]?.text ?? '')?.[1] ?? words[at + 1]?.text ?? ''
}

/** Marks placeholders that xargs, parallel and find substitute. */
function withPlaceholders(
  words: readonly PasteWord[],
  before: readonly PasteWord[],
): readonly PasteWord[] {
  const wrapper = before.findIndex(({ text }) => /(?:^|\/)(?:xargs|parallel|find)$/.test(text))
  if (wrapper < 0) return words
  const flag = before.findIndex(({ text }) => /^-[Ii]./.test(text) || text === '-I')
  const named = /^-[Ii](.+)/.exec(before[flag]?.text ?? '')?.[1] ?? before[flag + 1]?.text ?? '{}'
  const hole = flag < 0 ? '{}' : named
  return words.map((word) => (word.text.includes(hole) ? { ...word, unknown: [word.text] } : word))
}

function program(
  { entrance, command, at, around }: CommandMatch,
  commands: readonly PasteCommand[],
  count: number,
): PastedProgram {
  const first = command.words[at]?.text === '--' ? at + 1 : at
  const words = withPlaceholders(command.words.slice(first), [
    ...around.flatMap((outer) => outer.words),
    ...command.words.slice(0, at),
  ])
  const open = words.find(({ isOpen }) => isOpen)
  if (open !== undefined) {
    throw appError('invalid-input', 'launch.openQuote', { text: open.text.slice(0, 20) })
  }
  const outermost = around[0] ?? command
  const beside = commands.includes(outermost) ? commands.filter((other) => other !== outermost) : []
  const before = command.words.slice(0, at - entrance.length)
  const wrappers = [...around.map(({ words: outer }) => outer.filter(isNoScript)), before]
  return {
    entrance,
    words,
    before,
    leftOut: [
      ...wrappers.map((wrapper) =>
        textOf(wrapper.filter((word) => assignment(word) === null)).replace(interpreter, ''),
      ),
      ...[...around, command].flatMap(({ redirections }) => redirections),
      ...beside.map(({ joinedBy, words: others }) => `${joinedBy} ${textOf(others)}`.trim()),
    ].filter(
      (text) => text !== '' && !/^(?:done|fi|do|then|esac|[{}])$/.test(text.replace(/^; /, '')),
    ),
    others: Math.max(0, count - 1),
  }
}

function isNoScript({ scripts }: PasteWord): boolean {
  return scripts.length === 0
}

const interpreter = /(?:^|\s)(?:\S*\/)?python[\d.]*(?: -[mu])*$/

const longestText = 60

function textOf(words: readonly PasteWord[], most = longestText): string {
  const text = words.map((word) => word.text).join(' ')
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Argument with an unknown value; `flag` is the flag that it belongs to. */
export type UnknownArgument = Readonly<{ flag: string | null; text: string }>

export type KnownArguments = Readonly<{
  args: readonly string[]
  unknown: readonly UnknownArgument[]
}>

/** Omits arguments that only a shell can expand, together with their flags. */
export function knownArguments(
  words: readonly PasteWord[],
  isSwitch: (flag: string) => boolean,
): KnownArguments {
  const args: string[] = []
  const unknown: UnknownArgument[] = []
  let isDropped = false
  words.forEach((word, index) => {
    const isFlag = /^-{1,2}[A-Za-z]/.test(word.text)
    if (isFlag) isDropped = false
    const holes = unknownIn(word)
    if (holes.length === 0) {
      if (!isDropped) args.push(word.text)
      return
    }
    const text = holes.join(' ')
    const before = words[index - 1]
    if (isFlag) {
      unknown.push({ flag: word.text.replace(/[=$].*$/s, ''), text })
      isDropped = true
    } else if (
      before !== undefined &&
      args.at(-1) === before.text &&
      isOwner(before.text, isSwitch)
    ) {
      args.pop()
      unknown.push({ flag: before.text, text })
      isDropped = true
    } else if (!isDropped) unknown.push({ flag: null, text })
  })
  return { args, unknown }
}

function isOwner(text: string, isSwitch: (flag: string) => boolean): boolean {
  return /^-{1,2}[A-Za-z][^=]*$/.test(text) && !isSwitch(text)
}

/** A name in braces is a placeholder that a program would fill in. */
function unknownIn({ text, unknown }: PasteWord): readonly string[] {
  return unknown.length === 0 && /^\{[A-Za-z_][\w.]*\}$/.test(text) ? [text] : unknown
}
