// Parses the flags of an installation from the output of `vllm serve --help=all` (`--help` before 0.11).
import type { FlagIndex, ServeFlag } from './flag-index.ts'

type HelpEntry = { group: string; head: string; help: string }

const groupLine = /^([A-Za-z][\w ]*):$/
const entryLine = /^ {2}(-\S.*)$/
const helpLine = /^ {4,}(\S.*)$/
/** The help text begins on the same line if the head is short. */
const twoColumns = / {2,}/

/** Known flags keep their kind; for other flags the layout suffices. */
export function parseFlagHelp(text: string, known: FlagIndex): ServeFlag[] {
  return entriesIn(text).flatMap((entry) => flagIn(entry, known) ?? [])
}

function entriesIn(text: string): readonly HelpEntry[] {
  const entries: HelpEntry[] = []
  let group = ''
  for (const line of text.split(/\r?\n/)) {
    const [, groupName] = groupLine.exec(line) ?? []
    const [, entry] = entryLine.exec(line) ?? []
    const [, more] = helpLine.exec(line) ?? []
    const last = entries.at(-1)
    if (groupName !== undefined) group = groupName
    else if (entry !== undefined) entries.push(newEntry(entry, group))
    else if (more !== undefined && last?.group === group) last.help = `${last.help} ${more}`.trim()
  }
  return entries
}

function newEntry(line: string, group: string): HelpEntry {
  const [head = '', ...help] = line.split(twoColumns)
  return { group, head, help: help.join(' ') }
}

function flagIn({ group, head, help }: HelpEntry, known: FlagIndex): ServeFlag | null {
  const spellings = head.split(/,\s+(?=-)/)
  const long = spellings.find((spelling) => spelling.startsWith('--'))
  const [, name = '', value = ''] = /^--([\w-]+)\s*(.*)$/.exec(long ?? '') ?? []
  if (name === '' || name === 'help') return null
  const shortSpelling = spellings.find((spelling) => /^-[A-Za-z]/.test(spelling))
  const isNegatable = spellings.some((spelling) => spelling.startsWith(`--no-${name}`))
  const written = {
    ...kindOf(value),
    default: defaultIn(help),
    ...(shortSpelling && { short: shortSpelling.split(' ')[0] ?? shortSpelling }),
    ...(isNegatable && { isNegatable: true as const }),
    ...(help !== '' && { help }),
  }
  const { kind, ...reported } = written
  return { kind, ...known.byName.get(name), ...reported, name, group }
}

function kindOf(value: string): Pick<ServeFlag, 'kind' | 'choices'> {
  const [, choices] = /^\{(.*?)\}/.exec(value) ?? []
  if (choices !== undefined) return { kind: 'choice', choices: choices.split(',') }
  if (value === '') return { kind: 'switch' }
  return { kind: / \[|\.\.\./.test(value) ? 'list' : 'text' }
}

const defaultMark = '(default: '

/** Parsed as JSON if valid, else kept as text; Python writes None, True and False. */
function defaultIn(help: string): ServeFlag['default'] {
  const whole = help.trimEnd()
  const start = whole.indexOf(defaultMark)
  if (start < 0 || !whole.endsWith(')')) return null
  const text = whole.slice(start + defaultMark.length, -1)
  if (text === 'None') return null
  if (text === 'True' || text === 'False') return text === 'True'
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
}
