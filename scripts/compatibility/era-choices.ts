// What each era of --compat chooses, read from the eras themselves.
import { earlierDefaults } from '#core/model/benchmark/benchmark-config.ts'
import type { BenchmarkField } from '#core/model/benchmark/benchmark-fields.ts'
import { countingOf033 } from '#core/model/eras/counting.ts'
import type { Era } from '#core/model/eras/era.ts'
import { eraNames, type EraName } from '#core/model/eras/era-names.ts'
import { eras } from '#core/model/eras/eras.ts'

type Choice = Readonly<{ name: string; of: (era: Era, name: EraName) => unknown }>

/** One row per choice that eras differ in; of a list, how long it is. */
export function choiceRows(): readonly (readonly string[])[] {
  return choices()
    .filter(differs)
    .map(({ name, of }) => [name, ...eraNames.map((era) => cell(of(eras[era], era)))])
}

function choices(): readonly Choice[] {
  const { workload, requests, console: said, result } = eras.kneepoint
  return [
    ...keysOf(workload).map((key) => ({ name: key, of: (era: Era) => era.workload[key] })),
    ...keysOf(requests).map((key) => ({ name: key, of: (era: Era) => era.requests[key] })),
    ...countingChoices(),
    ...keysOf(said).map((key) => ({ name: key, of: (era: Era) => era.console[key] })),
    { name: 'reportRows', of: (era) => era.reportRows },
    ...keysOf(result).map((key) => ({ name: key, of: (era: Era) => era.result[key] })),
    ...poolingChoices(),
    ...defaultNames().map((name) => ({
      name: `default of ${name}`,
      of: (_: Era, era: EraName) => earlierDefaults(era)[name] ?? '',
    })),
  ]
}

function poolingChoices(): readonly Choice[] {
  const { pooling } = eras.kneepoint
  return keysOf(pooling ?? {}).map((key) => ({
    name: `${key} (pooling)`,
    of: (era: Era) => era.pooling?.[key] ?? 'not known',
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
      of: (era: Era) => era.counting[protocol]?.[key] ?? 'our way',
    })),
  )
}

function defaultNames(): readonly BenchmarkField[] {
  return [...new Set(eraNames.flatMap((era) => keysOf(earlierDefaults(era))))]
}

function keysOf<T extends object>(value: T): readonly (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[]
}

function differs({ of }: Choice): boolean {
  return new Set(eraNames.map((era: EraName) => JSON.stringify(of(eras[era], era)))).size > 1
}

function cell(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} names`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
