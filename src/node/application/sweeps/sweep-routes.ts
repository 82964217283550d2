// Calls about sweeps.
import { longestSeconds } from '#core/sweep/search-cost.ts'
import { sweepApi, type SweepPreview } from '#contract/sweep-api.ts'
import { handlers } from '../handlers.ts'
import type { Server } from '#core/model/server.ts'
import { startKey } from '#core/sweep/configurations.ts'
import { flagsFor } from '#core/sweep/server-start.ts'
import { listStartTimes, listSweeps, readSweepLog } from '#node/storage/sweeps.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { tunings } from '#core/sweep/next-move.ts'
import type { TuningCost } from '#core/sweep/sweep-move.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { type ExperimentTools, foreseenShortage } from '../benchmarks.ts'
import {
  benchmarksOf,
  checkHosts,
  type ComposedSweep,
  type NewSweep,
  searchedConfigurations,
  sweepProblems,
} from './sweep-problems.ts'
import { estimateBenchmark } from '../benchmark-estimate.ts'
import { gpusOccupied } from './sweep-gpus.ts'
import { Sweeps } from './sweeps.ts'

/** Runs of a sweep, their total duration with overheads, and the cost. */
function previewSweep({ plan, serverIds }: NewSweep, tools: ExperimentTools): SweepPreview {
  const servers = serverIds.map((id) => tools.servers.server(id))
  const composed = { plan, servers }
  const problems = sweepProblems(composed, tools.servers.hosts)
  if (problems.length === 0 && plan.tune !== null && tunings !== undefined) {
    const [server] = servers
    const startS = server === undefined ? null : usualStartS(server, tools.database)
    return previewOf(tunings.budget(plan, plan.tune, startS), plan)
  }
  const measured = problems.length > 0 ? nothing : measuring(composed)
  const coolingDownS = Math.max(0, measured.points - 1) * plan.coolDownS
  const starts = serverStartsOf(composed, tools)
  const { measuringRangeS, ...parts } = measured
  const lastsS = (measuringS: number | null) =>
    total([measuringS, parts.warmingUpS, coolingDownS, starts.startingServersS])
  const estimatedDurationS = lastsS(parts.measuringS)
  const least = lastsS(measuringRangeS?.least ?? null)
  const most = lastsS(measuringRangeS?.most ?? null)
  return {
    ...{ problems, ...parts, ...starts, coolingDownS, estimatedDurationS },
    durationRangeS: least === null || most === null ? null : { least, most },
    gpus: gpusOf(composed, tools),
    cost: costOf(plan, estimatedDurationS),
  }
}

/** Mean GPU count over servers and configurations, which are measured equally long; null if one is unknown. */
function gpusOf({ plan, servers }: ComposedSweep, tools: ExperimentTools): number | null {
  const { hosts } = tools.servers
  const each = servers.flatMap((server) => {
    const hostFacts = server.spec.kind === 'launched' ? hosts.host(server.spec.hostId).facts : null
    return searchedConfigurations(plan, 1).map((configuration) =>
      gpusOccupied({ server, hostFacts, overrides: flagsFor(plan, configuration) }),
    )
  })
  const all = total(each)
  return all === null || each.length === 0 ? null : all / each.length
}

/** Upper limit, from the tuning's budget. */
function previewOf({ seconds, starts, runs }: TuningCost, plan: SweepPlan): SweepPreview {
  return {
    ...{ ...nothing, problems: [], points: runs, serverStarts: starts },
    ...{ startingServersS: null, coolingDownS: 0, estimatedDurationS: seconds },
    // Its candidates occupy different numbers of GPUs.
    ...{ durationRangeS: null, gpus: null },
    cost: costOf(plan, seconds),
  }
}

type MeasurementPreview = Pick<
  SweepPreview,
  'points' | 'requests' | 'shortage' | 'measuringS' | 'warmingUpS'
> &
  Readonly<{ measuringRangeS: SweepPreview['durationRangeS'] }>

const nothing: MeasurementPreview = {
  points: 0,
  requests: null,
  shortage: null,
  measuringS: null,
  measuringRangeS: null,
  warmingUpS: 0,
}

function measuring(composed: ComposedSweep): MeasurementPreview {
  const { search } = composed.plan
  const configs = benchmarksOf(composed)
  const estimates = configs.map((config) => ({
    config,
    ...estimateBenchmark({ ...config, warmUpSeconds: 0 }),
  }))
  const runs = search === null ? 1 : search.mostRuns
  const isByRate = search?.kind === 'capacity' && search.over === 'requestRate'
  // No other run of a search lasts longer than the lightest, whose requests count too.
  const longestS = isByRate ? longestSeconds(composed.plan, search) : 0
  const measuringS = total(
    estimates.map(({ durationS }) => durationS && Math.max(durationS, longestS)),
  )
  return {
    points: estimates.length * runs,
    requests: search === null ? total(estimates.map(knownRequests)) : null,
    shortage: search === null ? foreseenShortage(estimates) : null,
    measuringS: measuringS === null ? null : measuringS * runs,
    measuringRangeS: search === null ? rangeOf(estimates) : null,
    warmingUpS: runs * configs.reduce((sum, { warmUpSeconds }) => sum + warmUpSeconds, 0),
  }
}

function knownRequests({ requests }: ReturnType<typeof estimateBenchmark>): number | null {
  return requests === 0 ? null : requests
}

function rangeOf(
  estimates: readonly ReturnType<typeof estimateBenchmark>[],
): SweepPreview['durationRangeS'] {
  const least = total(estimates.map(({ durationRangeS }) => durationRangeS?.least ?? null))
  const most = total(estimates.map(({ durationRangeS }) => durationRangeS?.most ?? null))
  return least === null || most === null ? null : { least, most }
}

function costOf({ price }: SweepPlan, durationS: number | null): SweepPreview['cost'] {
  if (price === null || durationS === null) return null
  return { amount: (price.perHour * durationS) / 3600, currency: price.currency }
}

/** Null if a part is unknown. */
function total(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

// Number of server starts of a sweep, and their duration based on earlier starts.
type Starts = Pick<SweepPreview, 'serverStarts' | 'startingServersS'>

function serverStartsOf(
  composed: ComposedSweep,
  { servers, database }: Pick<ExperimentTools, 'servers' | 'database'>,
): Starts {
  const { plan } = composed
  const startsEach = composed.servers.map((server) => {
    // An attached server is only connected to, perhaps not yet.
    if (server.spec.kind === 'attached') return { server, starts: 0 }
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

/** Null if its start was not observed. */
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

export function sweepRoutes(tools: ExperimentTools & Readonly<{ jobs: JobProcesses }>) {
  const { database, runRepository, jobs } = tools
  const sweeps = new Sweeps(tools)
  return handlers(sweepApi, {
    list: () => listSweeps(database),
    get: (input) => runRepository.sweep(input.id),
    preview: (input) => previewSweep(input, tools),
    checkHosts: (input) => checkHosts(input, tools),
    start: (input) => sweeps.start(input),
    pause: (input) => sweeps.pause(input.id),
    resume: (input) => sweeps.resume(input.id),
    skip: (input) => sweeps.skip(input),
    cancel: (input) => sweeps.cancel(input.id),
    log: (input) => readSweepLog(database, runRepository.sweep(input.id).id),
    rename: ({ id, name }) => {
      const sweep = runRepository.sweep(id)
      return runRepository.saveSweep({ ...sweep, plan: { ...sweep.plan, name } })
    },
    remove: (input) => sweeps.remove(input.id),
    export: ({ id, format }, signal) =>
      jobs.do({ name: 'exportSweep', input: { sweep: runRepository.sweep(id), format } }, signal),
  })
}
