// How often a sweep starts servers, and how long that took when they were started before.
import type { SweepPreview } from '#contract/sweep-api.ts'
import type { Server } from '#core/model/server/server.ts'
import { startKey } from '#core/sweep/configurations.ts'
import { flagsFor } from '#core/sweep/server-start.ts'
import { listStartTimes } from '#node/storage/sweep-log.ts'
import type { ExperimentTools } from '../benchmarks.ts'
import { searchedConfigurations, type ComposedSweep } from './sweep-problems.ts'

type Starts = Pick<SweepPreview, 'serverStarts' | 'startingServersS'>

export function serverStartsOf(
  composed: ComposedSweep,
  { servers, database }: Pick<ExperimentTools, 'servers' | 'database'>,
): Starts {
  const { plan } = composed
  const startsEach = composed.servers.map((server) => {
    const configurations = [
      ...new Map(
        searchedConfigurations(plan, 1).map((configuration) => [
          startKey(plan, configuration),
          configuration,
        ]),
      ).values(),
    ]
    const [first] = configurations
    const isReady = first !== undefined && servers.isReadyWith(server.id, flagsFor(plan, first))
    return { server, starts: configurations.length - (isReady ? 1 : 0) }
  })
  const taken = startsEach.map(({ server, starts }) => {
    const eachS = starts === 0 ? 0 : usualStartS(server, database)
    return eachS === null ? null : starts * eachS
  })
  return {
    serverStarts: startsEach.reduce((sum, { starts }) => sum + starts, 0),
    startingServersS: taken.reduce<number | null>(
      (sum, value) => (sum === null || value === null ? null : sum + value),
      0,
    ),
  }
}

/** Null where its start was not observed. */
function usualStartS(
  { id, spec, launch }: Server,
  database: ExperimentTools['database'],
): number | null {
  if (spec.kind === 'simulator') return spec.startupS
  const seen = listStartTimes(database, id)
  if (seen.length > 0) return seen.reduce((sum, value) => sum + value, 0) / seen.length
  const startedInMs = launch?.startedInMs ?? null
  return startedInMs === null ? null : startedInMs / 1000
}
