// Whether runs belong to one configuration over time: same server, model, server flags or simulator settings, and load. The
// version of the server may differ, because a trend shows its effect.
import type { Run } from '#core/model/run/run.ts'
import type { FigureIdentity } from '#core/compare/comparable-figures.ts'
import { isAffected, loadDifferences, type LoadedRun } from '#core/compare/load-differences.ts'

export type TrendRun = LoadedRun &
  Pick<Run, 'id' | 'name' | 'status' | 'createdAtEpochMs' | 'serverName' | 'facts' | 'launch'>

/** Facts that determine the figures of a run, measured or planned. */
export type ConfiguredRun = LoadedRun &
  Pick<Run, 'serverName' | 'facts'> &
  Readonly<{ launch: Readonly<{ command: string }> | null }>

/** Whether the metric of both runs is comparable. Rules for loads: docs/measuring/certainty.md, "Two runs compared". */
export function isSameConfiguration(
  one: ConfiguredRun,
  other: ConfiguredRun,
  { name }: Pick<FigureIdentity, 'name'>,
): boolean {
  return (
    one.serverName === other.serverName &&
    modelOf(one) === modelOf(other) &&
    isSimulated(one) === isSimulated(other) &&
    serverFlags(one) === serverFlags(other) &&
    isSameSimulator(one, other) &&
    !loadDifferences(one, other).some((difference) => isAffected(name, difference))
  )
}

function modelOf({ facts, config }: ConfiguredRun): string | null {
  return facts?.model ?? config.model
}

function isSimulated({ facts }: ConfiguredRun): boolean {
  return facts?.simulated ?? false
}

/** Earlier versions stored no settings. */
function isSameSimulator(one: ConfiguredRun, other: ConfiguredRun): boolean {
  const [settings, others] = [one, other].map(({ facts }) => facts?.simulator)
  const isKnown = settings !== undefined && others !== undefined
  return !isKnown || JSON.stringify(settings) === JSON.stringify(others)
}

/** Arguments after `serve` of a launched server, without the port, which is an arbitrary free one. */
function serverFlags({ launch }: ConfiguredRun): string | null {
  const flags = launch?.command.split(/\sserve\s/).at(-1)
  return flags?.replace(/\s--port[ =]\S+/, '') ?? null
}
