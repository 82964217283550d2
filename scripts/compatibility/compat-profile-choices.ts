// What each compatibility profile of --compat chooses, read from the compatibility profiles themselves.
import { earlierDefaults } from '#core/model/benchmark-config.ts'
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { countingOf033 } from '#core/compat/counting.ts'
import type { CompatProfile } from '#core/compat/compat-profile.ts'
import { compatProfileNames, type CompatProfileName } from '#core/compat/compat-profile-names.ts'
import { poolingProfiles } from '#core/compat/compat-profile-of.ts'
import { compatProfiles } from '#core/compat/compat-profiles.ts'

type Choice = Readonly<{
  name: string
  of: (compatProfile: CompatProfile, name: CompatProfileName) => unknown
}>

/** One row per choice that compatibility profiles differ in; of a list, how long it is. */
export function choiceRows(): readonly (readonly string[])[] {
  return choices()
    .filter(differs)
    .map(({ name, of }) => [
      name,
      ...compatProfileNames.map((compatProfile) =>
        cell(of(compatProfiles[compatProfile], compatProfile)),
      ),
    ])
}

function choices(): readonly Choice[] {
  const { workload, requests, console: said, result } = compatProfiles.kneepoint
  return [
    ...keysOf(workload).map((key) => ({
      name: key,
      of: (compatProfile: CompatProfile) => compatProfile.workload[key],
    })),
    ...keysOf(requests).map((key) => ({
      name: key,
      of: (compatProfile: CompatProfile) => compatProfile.requests[key],
    })),
    ...countingChoices(),
    ...keysOf(said).map((key) => ({
      name: key,
      of: (compatProfile: CompatProfile) => compatProfile.console[key],
    })),
    { name: 'reportRows', of: (compatProfile) => compatProfile.reportRows },
    ...keysOf(result).map((key) => ({
      name: key,
      of: (compatProfile: CompatProfile) => compatProfile.result[key],
    })),
    ...poolingChoices(),
    ...defaultNames().map((name) => ({
      name: `default of ${name}`,
      of: (_: CompatProfile, compatProfile: CompatProfileName) =>
        earlierDefaults(compatProfile)[name] ?? '',
    })),
  ]
}

function poolingChoices(): readonly Choice[] {
  const profiles = poolingProfiles?.byName
  return keysOf(profiles?.kneepoint ?? {}).map((key) => ({
    name: `${key} (pooling)`,
    of: (_: CompatProfile, name: CompatProfileName) => profiles?.[name]?.[key] ?? 'not known',
  }))
}

function countingChoices(): readonly Choice[] {
  const { completions, chat } = countingOf033
  const protocols = [
    ['completions', completions],
    ['chat', chat],
  ] as const
  return protocols.flatMap(([protocol, counting]) =>
    keysOf(counting).map((key) => ({
      name: `${key} (${protocol})`,
      of: (compatProfile: CompatProfile) => compatProfile.counting[protocol]?.[key] ?? 'our way',
    })),
  )
}

function defaultNames(): readonly BenchmarkField[] {
  return [
    ...new Set(
      compatProfileNames.flatMap((compatProfile) => keysOf(earlierDefaults(compatProfile))),
    ),
  ]
}

function keysOf<T extends object>(value: T): readonly (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[]
}

function differs({ of }: Choice): boolean {
  return (
    new Set(
      compatProfileNames.map((compatProfile: CompatProfileName) =>
        JSON.stringify(of(compatProfiles[compatProfile], compatProfile)),
      ),
    ).size > 1
  )
}

function cell(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} names`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
