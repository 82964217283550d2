// Flags in `--help`: in groups, with what they take and their defaults.
import { flagGroups, type Flag } from '#core/flags/flag.ts'
import { flagArguments } from '#core/flags/flag-arguments.ts'
import { definitionList } from './wrapped.ts'

export function flagHelp(flags: readonly Flag[], width: number): string {
  return flagGroups
    .map((group) => ({ group, members: flags.filter((flag) => flag.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => `${group}:\n${entryList(members, width)}`)
    .join('\n\n')
}

export function entryList(flags: readonly Flag[], width: number): string {
  return definitionList(
    flags.map((flag) => [usage(flag), flag.summary + factText(flag)]),
    width,
  )
}

function usage({ flag, metavar, kind, choices = [] }: Flag): string {
  if (kind === 'switch') return flag
  return `${flag} ${metavar ?? `{${choices.join(',')}}`}${kind === 'pairs' || kind === 'limits' ? ' …' : ''}`
}

/** Unit, choices where the usage does not show them, and the default. */
function factText(flag: Flag): string {
  const { kind, unit, metavar, choices } = flag
  const words = flagArguments(flag, flag.schema.parse(undefined)).join(' ')
  const facts = [
    unit,
    metavar !== undefined && choices !== undefined ? `of ${choices.join(', ')}` : undefined,
    kind === 'switch' || words === '' ? undefined : `default ${words}`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : ` [${facts.join('; ')}]`
}
