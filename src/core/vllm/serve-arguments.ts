// A serve config as command-line arguments. Every flag has one form: JSON is always one argument, because vLLM keeps only one of
// a whole object and its dotted parts.
import type { ServeConfig, ServeFlagValue } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { type FlagIndex, type ServeFlag, vllmFlags } from './flag-index.ts'

/** Without the program. Model first, because a list flag would consume it. */
export function serveArguments(config: ServeConfig, flagIndex: FlagIndex): string[] {
  const flags = vllmFlags(config.flags).flatMap(([name, value]) =>
    flagArguments(name, value, flagIndex.byName.get(name)),
  )
  return [config.model, ...flags, ...config.rawArguments]
}

/** As a user would paste it, one flag per line. */
export function serveCommandText(
  program: readonly string[],
  config: ServeConfig,
  flagIndex: FlagIndex,
): string {
  const [model = '', ...args] = serveArguments(config, flagIndex)
  const begins = [...program, model]
  const isLong = begins.join(' ').length > longestLine
  const first = isLong ? brokenAtFlags(begins) : [begins]
  return [...first, ...brokenAtFlags(args)].map(shellText).join(' \\\n  ')
}

/** A program with many options of its own, such as docker, is also split by option. */
const longestLine = 100

function brokenAtFlags(args: readonly string[]): string[][] {
  const lines: string[][] = []
  for (const word of args) {
    const last = lines.at(-1)
    if (last === undefined || word.startsWith('-')) lines.push([word])
    else last.push(word)
  }
  return lines
}

function flagArguments(
  name: string,
  value: ServeFlagValue,
  flag: Pick<ServeFlag, 'isRepeated' | 'separator' | 'isNegatable'> = { isNegatable: true },
): string[] {
  if (value === true) return [`--${name}`]
  if (value === false) return flag.isNegatable ? [`--no-${name}`] : []
  if (!Array.isArray(value)) return valued(name, [wordOf(value)])
  if (value.length === 0) return []
  const items = value.map(String)
  if (flag.isRepeated) return items.flatMap((item) => valued(name, [item]))
  return valued(name, flag.separator === undefined ? items : [items.join(flag.separator)])
}

/** Joined by `=` so that a value that begins with a dash is not parsed as a flag. */
function valued(name: string, args: readonly string[]): string[] {
  const [word = ''] = args
  return args.length === 1 && word.startsWith('-') ? [`--${name}=${word}`] : [`--${name}`, ...args]
}

export function wordOf(value: ServeFlagValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
