// Flags as a reader of `--help` sees them: in groups, with what they take and what they are without being asked.
import { flagGroups, type Flag } from '#core/model/flags/flag.ts'
import { flagWords, type FlagValue } from '#core/model/flags/flag-words.ts'
import { definitionList } from './wrapped.ts'

export type Defaults<Field extends string> = Readonly<Record<Field, FlagValue>>

export function flagHelp<Field extends string>(
  flags: readonly Flag<Field>[],
  defaults: Defaults<Field>,
  width: number,
): string {
  return flagGroups
    .map((group) => ({ group, members: flags.filter((flag) => flag.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => `${group}:\n${entryList(members, defaults, width)}`)
    .join('\n\n')
}

export function entryList<Field extends string>(
  flags: readonly Flag<Field>[],
  defaults: Defaults<Field>,
  width: number,
): string {
  return definitionList(
    flags.map((flag) => [usage(flag), flag.summary + factText(flag, defaults[flag.field])]),
    width,
  )
}

function usage({ flag, metavar, kind, choices = [] }: Flag): string {
  if (kind === 'switch') return flag
  return `${flag} ${metavar ?? `{${choices.join(',')}}`}${kind === 'pairs' || kind === 'limits' ? ' …' : ''}`
}

/** Unit, choices where the usage does not show them, and the default. */
function factText(flag: Flag, value: FlagValue): string {
  const { kind, unit, metavar, choices } = flag
  const words = flagWords(flag, value).join(' ')
  const facts = [
    unit,
    metavar !== undefined && choices !== undefined ? `of ${choices.join(', ')}` : undefined,
    kind === 'switch' || words === '' ? undefined : `default ${words}`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : ` [${facts.join('; ')}]`
}
