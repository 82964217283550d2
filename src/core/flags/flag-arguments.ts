// A flag's value as arguments of a command line; the inverse of `readFlagValue`.
import type { Flag, FlagValue } from './flag.ts'

/** Empty for switches and for null; a switch is written by its flag alone. */
export function flagArguments({ kind }: Flag, value: FlagValue): readonly string[] {
  if (value === null || typeof value === 'boolean') return []
  if (typeof value !== 'object') return [String(value)]
  if (Array.isArray(value)) return kind === 'words' ? value.map(String) : [value.join(',')]
  if (kind === 'pairs') return joinedEntries(value, '=')
  if (kind === 'limits') return joinedEntries(value, ':')
  return Object.keys(value).length === 0 ? [] : [JSON.stringify(value)]
}

function joinedEntries(value: object, separator: string): readonly string[] {
  return Object.entries(value).map(
    ([key, item]: [string, unknown]) =>
      key + separator + (typeof item === 'string' ? item : JSON.stringify(item)),
  )
}
