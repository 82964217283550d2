// Differences between two launch profiles, by setting and flag.
import type { LaunchProfile, ProfileDifference } from '#core/model/launch-profile.ts'
import { shellText } from '#core/command-line/launch-functions.ts'

/** Form order, one entry per variable; flags last, by name. */
export function compareProfiles(first: LaunchProfile, second: LaunchProfile): ProfileDifference[] {
  return [
    ...differences(settingsOf(first), settingsOf(second)).map(named(false)),
    ...differences(variablesOf(first), variablesOf(second)).map(named(false)),
    ...differences(first.config.flags, second.config.flags)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(named(true)),
  ]
}

type Difference = readonly [name: string, first: unknown, second: unknown]

function settingsOf({ config, runtime, ...profile }: LaunchProfile): Record<string, unknown> {
  const { model, rawArguments } = config
  const { kind, ...words } = runtime
  return {
    model,
    runtime: `${kind} ${shellText(Object.values(words).flat())}`,
    ...profile,
    name: null,
    environment: null,
    gpus: profile.gpus?.join(', '),
    secretNames: profile.secretNames.join(', '),
    rawArguments: shellText(rawArguments),
  }
}

function variablesOf({ environment }: LaunchProfile): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [`environment.${name}`, shellText([value])]),
  )
}

function differences(
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>>,
): Difference[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .map((name): Difference => [name, first[name], second[name]])
    .filter(([, one, other]) => written(one) !== written(other))
}

function named(isFlag: boolean): (difference: Difference) => ProfileDifference {
  return ([name, first, second]) => ({
    name,
    isFlag,
    first: written(first),
    second: written(second),
  })
}

function written(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
