// Flags in `--help`: in groups, with their values and defaults.
import { type Flag, flagArguments, flagGroups } from '#core/flags/flag.ts'
import { commandLineTexts } from '#core/flags/texts/command-line-texts.ts'
import type { Language } from '#core/messages/languages.ts'
import { definitionList } from './wrapped.ts'

export type FlagPage = Readonly<{
  language: Language
  columns: number
  /** Summaries by field; null uses the flags' own. */
  summaries: Readonly<Record<string, string>> | null
}>

export function flagHelp(flags: readonly Flag[], page: FlagPage): string {
  const { groups, colon } = commandLineTexts[page.language].help
  return flagGroups
    .map((group) => ({ group, members: flags.filter((flag) => flag.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ group, members }) => `${groups[group]}${colon}\n${entryList(members, page)}`)
    .join('\n\n')
}

export function entryList(flags: readonly Flag[], page: FlagPage): string {
  return definitionList(
    flags.map((flag) => [
      usage(flag),
      (page.summaries?.[flag.field] ?? flag.summary) + factText(flag, page),
    ]),
    page.columns,
  )
}

function usage({ flag, metavar, kind, choices = [] }: Flag): string {
  if (kind === 'switch') return flag
  return `${flag} ${metavar ?? `{${choices.join(',')}}`}${kind === 'pairs' || kind === 'limits' ? ' …' : ''}`
}

/** Unit, choices if the usage does not list them, and the default. */
function factText(flag: Flag, { language }: FlagPage): string {
  const { help } = commandLineTexts[language]
  const units: Readonly<Record<string, string>> = help.units
  const { kind, unit, metavar, choices } = flag
  const words = flagArguments(flag, flag.schema.parse(undefined)).join(' ')
  const facts = [
    unit === undefined ? undefined : (units[unit] ?? unit),
    metavar !== undefined && choices !== undefined
      ? `${help.choices} ${choices.join(', ')}`
      : undefined,
    kind === 'switch' || words === '' ? undefined : `${help.default} ${words}`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : ` [${facts.join('; ')}]`
}
