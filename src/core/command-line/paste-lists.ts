// Commands written as lists: JSON, Python, YAML, a Dockerfile's CMD, containers of Kubernetes and Compose.
import { pasteCommands, plainWord, type PasteCommand, type PasteWord } from './paste-commands.ts'

/** One list, or the value of a YAML key. */
type Run = Readonly<{ key: string | null; words: readonly PasteWord[]; begin: number }>

/** Keys of YAML and JSON whose values, in this order, form one command line. */
const commandKeys = ['image', 'entrypoint', 'program', 'module', 'command', 'args', 'cmd', 'exec']

/** Each list separately, then the joined lists of each container. */
export function listedCommands(text: string): readonly PasteCommand[] {
  const runs = runsIn(withJoinedLists(withMembersOnLines(text)))
  const containers = containersOf(runs)
  return [...runs, ...containers].map(({ words }) => ({
    words,
    ...{ joinedBy: '', redirections: [], nested: [] },
  }))
}

/** Puts each member of JSON on its own line, except in a quoted argument. */
function withMembersOnLines(text: string): string {
  return text.replace(
    /'\{[^'\n]*\}'|([{,])[ \t]*(?="[A-Za-z][\w.-]*"\s*:)/g,
    (source, before?: string) => (before === undefined ? source : `${before}\n`),
  )
}

/** Merges `[a] + [b]`, and `name += [b]` or `name.extend([b])` at the depth of its assignment, into one list. */
function withJoinedLists(text: string): string {
  let joined = text.replace(/\]\s*\+\s*\[/g, ', ')
  const additions = /^([ \t]*)(\w+)[ \t]*(?:\+=[ \t]*|\.extend\()\[([^[\]]*)\]/gm
  for (const [, indent = '', name = '', items = ''] of [...joined.matchAll(additions)]) {
    const assignment = new RegExp(`^${indent}${name}[ \\t]*=[ \\t]*\\[[^[\\]]*(?=\\])`, 'm')
    joined = joined.replace(assignment, (list) => `${list.replace(/,\s*$/, '')}, ${items}`)
  }
  return joined
}

/** A repeated key starts another container. */
function containersOf(runs: readonly Run[]): readonly Pick<Run, 'words'>[] {
  const containers: Map<string, readonly PasteWord[]>[] = []
  for (const { key, words } of runs) {
    if (key === null || !commandKeys.includes(key)) continue
    const last = containers.at(-1)
    if (last === undefined || last.has(key)) containers.push(new Map([[key, words]]))
    else last.set(key, words)
  }
  return containers.map((container) => ({
    words: commandKeys.flatMap((key) => container.get(key) ?? []),
  }))
}

/** `NAME=value` of the environments of Compose, Kubernetes, systemd and supervisord. */
export function listedVariables(text: string): readonly PasteWord[] {
  const named = [...text.matchAll(/- name:[ \t]*([A-Za-z_]\w*)[ \t]*\n\s*value:[ \t]*(.+)/g)]
  const mapped = ownBlocks(text).flatMap((lines) => [
    ...lines.matchAll(/^[ \t]*(?:- )?["']?([A-Za-z_]\w*)[=:][ \t]*(.*)$/gm),
  ])
  const units = (text.match(/^environment=.*/gim) ?? []).flatMap((line) => [
    ...line
      .slice('environment='.length)
      .matchAll(/(?<=^|["\s,])([A-Za-z_]\w*)=("[^"]*"|(?<="\w+=)[^"]*|[^\s,"]*)/g),
  ])
  return [...named, ...mapped, ...units].map(([, name = '', value = '']) =>
    itemWord(`${name}=${value.replace(/^(["'])(.*?)\1?$/, '$2').replace(/["']$/, '')}`),
  )
}

/** Lines of each `environment:`, except in services that do not name vLLM. */
function ownBlocks(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^([ \t]*)environment:[ \t]*\n((?:\1[ \t]+.*\n?)+)/gm)].map(
    ({ 0: source, 1: indent = '', 2: lines = '', index }) => {
      const isOutside = new RegExp(`\\n(?!${indent || '$'})(?=[ \\t]*\\S)`)
      const after = `\n${text.slice(index + source.length)}`.split(isOutside, 1)[0] ?? ''
      return { lines, service: (text.slice(0, index).split(isOutside).at(-1) ?? '') + after }
    },
  )
  const own = blocks.filter(({ service }) => /vllm/i.test(service))
  const isOnly = (text.match(/^[ \t]*image:/gm) ?? []).length < 2
  return (own.length === 0 && isOnly ? blocks : own).map(({ lines }) => lines)
}

const keyPattern = /^([ \t]*(?:-[ \t]+)?)["']?([A-Za-z][\w.-]*)["']?[ \t]*[:=][ \t]*(.*)$/
const itemPattern = /^([ \t]*)-[ \t]+(.*)$/

function runsIn(text: string): readonly Run[] {
  const lines = text.split(/\r?\n/)
  const runs: Run[] = []
  let begin = 0
  let end = 0
  lines.forEach((line, at) => {
    if (at >= end) {
      const run = yamlRun(lines, at)
      if (run !== null) runs.push({ ...run, begin })
      end = run?.end ?? at
    }
    begin += line.length + 1
  })
  return [...flowLists(text), ...runs].sort((a, b) => a.begin - b.begin)
}

/** Words of the key's value on this line, or of a list without a key. */
function yamlRun(lines: readonly string[], at: number) {
  const [, indent = '', name, value = ''] = keyPattern.exec(lines[at] ?? '') ?? []
  if (name === undefined) return nonEmpty(null, blockAt(lines, at, 0))
  const key = name.toLowerCase()
  if (value === '') return nonEmpty(key, blockAt(lines, at + 1, indent.replace('-', ' ').length))
  if (/^[>|][+-]?$/.test(value)) return nonEmpty(key, foldedAt(lines, at + 1, indent.length))
  if (!/^["']?[\w./$-]/.test(value)) return null
  const bare = value.replace(/[ \t]+#.*$|,[ \t]*$/, '').replace(/^(["'])(.*)\1$/, '$2')
  return { key, words: wordsOf(bare), end: at + 1 }
}

function nonEmpty(
  key: string | null,
  { words, end }: Readonly<{ words: readonly PasteWord[]; end: number }>,
) {
  return words.length === 0 ? null : { key, words, end }
}

function wordsOf(text: string): readonly PasteWord[] {
  return pasteCommands(text).flatMap(({ words }) => words)
}

/** Lines of `key: >` or `key: |`. */
function foldedAt(lines: readonly string[], begin: number, indent: number) {
  let end = begin
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (line.trim() !== '' && line.search(/\S/) <= indent) break
  }
  return { words: wordsOf(lines.slice(begin, end).join('\n')), end }
}

/** Consecutive `- item` lines that are scalars. */
function blockAt(lines: readonly string[], begin: number, least: number) {
  const words: PasteWord[] = []
  let end = begin
  let indent: number | null = null
  for (; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (line.trim() === '' || /^\s*#/.test(line)) continue
    const [, blanks = '', item = ''] = itemPattern.exec(line) ?? []
    indent ??= blanks.length
    if (item === '' || blanks.length !== indent || blanks.length < least) break
    if (/^["']?[\w.]+["']?:(?:\s|$)/.test(item)) break
    words.push(itemWord(item))
  }
  return { words, end }
}

function itemWord(item: string): PasteWord {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(item)?.[2]
  return scripted(quoted ?? item.replace(/[ \t]+#.*$/, '').trim())
}

/** An item with blanks may be a nested command, as after `bash -c`. */
function scripted(text: string): PasteWord {
  const unknown = /\$\{?[A-Za-z_(]|\{\{/.test(text) ? [text] : []
  return { ...plainWord(text), unknown, scripts: /\s/.test(text) ? [text] : [] }
}

const keyBefore = /["']?([A-Za-z][\w.-]*)["']?\s*[:=]?\s*$/
const stringOrOther =
  /\s*(?:[fFrRbBuU]{0,2}("""|'''|"|')((?:\\[^]|(?!\1)[^])*)\1|([^,[\]"']+(?:\([^()]*\)[^,[\]"']*)*))\s*(,|(?=\]))/y

/** `["a", "b"]`, even across lines; items that are not strings are unknown. */
function flowLists(text: string): readonly Run[] {
  const runs: Run[] = []
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const words = flowList(text, at + 1)
    const key = keyBefore.exec(text.slice(Math.max(0, at - 40), at))?.[1]?.toLowerCase() ?? null
    const isCommand = words?.length !== 1 || words[0]?.scripts.length === 1
    if (words !== null && (isCommand || commandKeys.includes(key ?? ''))) {
      runs.push({ key, words, begin: at })
    }
  }
  return runs
}

function flowList(text: string, begin: number): readonly PasteWord[] | null {
  const words: PasteWord[] = []
  let at = begin
  while (!/^\s*\]/.test(text.slice(at, at + 200))) {
    const comment = /\s*(?:#|\/\/).*\n/y
    comment.lastIndex = at
    at += comment.exec(text)?.[0].length ?? 0
    stringOrOther.lastIndex = at
    const match = stringOrOther.exec(text)
    if (match === null) return null
    const [source, quote, string, other = ''] = match
    words.push(string === undefined ? otherWord(other.trim()) : stringWord(source, string, quote))
    at += source.length
  }
  return words.length > 0 ? words : null
}

function stringWord(source: string, string: string, quote = '"'): PasteWord {
  const text = string.replace(/\\(["'\\])/g, '$1')
  const isFormatted = /^\s*[rR]?[fF]/.test(source) && source.indexOf(quote) > 0
  const holes = isFormatted ? (text.match(/\{[^{}]+\}/g) ?? []) : []
  return holes.length === 0 ? scripted(text) : { ...scripted(text), unknown: holes }
}

function otherWord(text: string): PasteWord {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return plainWord(text)
  return { ...plainWord(text), unknown: [text] }
}
