// Differences of two sweeps besides the loads of their points. Curves of different workloads cannot be compared.
import { message, type Text } from '../messages/message.ts'
import type { Run } from '../model/run/run.ts'
import { dash } from '../base/numbers.ts'
import { simulatorSettingNames, simulatorSettings } from './simulator-settings.ts'
import { differenceName, isAffected, loadDifferences } from '#core/compare/load-differences.ts'

export type SweptRun = Pick<Run, 'config' | 'imported' | 'serverName' | 'facts' | 'launch'> &
  Readonly<{ summary: NonNullable<Run['summary']> }>

export type SweepDifference = Readonly<{
  name: Text
  base: string
  other: string
  /** Curves cannot be compared. */
  isWorkload: boolean
}>

/** Workloads first, then servers; `base` and `other` are a measured run of each. */
export function sweepDifferences(base: SweptRun, other: SweptRun): SweepDifference[] {
  const { requestRate, maxConcurrency, numPrompts, durationMinutes } = base.config
  const load = { requestRate, maxConcurrency, numPrompts, durationMinutes }
  const alike = { ...other, config: { ...other.config, ...load } }
  return [
    ...loadDifferences(base, alike).map((difference) => ({
      ...{ name: differenceName(difference), base: difference.base, other: difference.other },
      isWorkload: isAffected('outputThroughput', difference) || isAffected('ttft', difference),
    })),
    ...serverDifferences(base, other).map((difference) => ({ ...difference, isWorkload: false })),
  ]
}

type ServedRun = Pick<SweptRun, 'config' | 'serverName' | 'facts' | 'launch'>

/** Servers, models, versions, commands and settings of simulators; unknown ones do not differ. */
export function serverDifferences(
  base: ServedRun,
  other: ServedRun,
): Omit<SweepDifference, 'isWorkload'>[] {
  return [...serverFacts, ...settingsOf([base, other])].flatMap(({ name, of }) => {
    const [one, two] = [of(base), of(other)]
    return one === two || one === null || two === null ? [] : [{ name, base: one, other: two }]
  })
}

type ServerFact = Readonly<{ name: Text; of: (run: ServedRun) => string | null }>

const serverFacts: readonly ServerFact[] = [
  { name: message('tables.server'), of: ({ serverName }) => serverName },
  {
    name: message('sweeps.differs.model'),
    of: ({ facts, config }) => facts?.model ?? config.model,
  },
  { name: message('sweeps.differs.version'), of: ({ facts }) => facts?.version ?? null },
  { name: message('sweeps.differs.command'), of: ({ launch }) => launch?.command ?? null },
]

/** Settings of simulated servers; a setting differs if only one of two known servers has it. */
function settingsOf(runs: readonly ServedRun[]): ServerFact[] {
  return simulatorSettingNames(runs.map(({ facts }) => facts)).map((name) => ({
    name,
    of: ({ facts }) =>
      facts?.simulator === undefined ? null : (simulatorSettings(facts).get(name) ?? dash),
  }))
}
