// Lists of the start page: running items, and the latest results.
import type { Run, RunSummaryRow } from '#core/model/run/run.ts'
import type { Server, ServerState } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'

const shownSweeps = 4
const shownRuns = 5
const shownFailures = 3

/** Inputs, each list newest first, as in the stores. */
type StartData = Readonly<{
  servers: readonly Server[]
  sweeps: readonly Sweep[]
  runs: readonly RunSummaryRow[]
  /** Runs in progress. */
  runningRuns: readonly Run[]
  /** Whether a run belongs to the result of a feature. */
  isGrouped: (runId: string) => boolean
}>

export type UnreachableHost = Readonly<{ hostId: string; servers: readonly Server[] }>

export type StartPage = Readonly<{
  /** Servers in use, then the newest that failed. */
  servers: readonly Server[]
  /** Host and the launches that may still run on it. */
  unreachable: readonly UnreachableHost[]
  sweepsInProgress: readonly Sweep[]
  /** Runs in progress that belong to no other result. */
  runsInProgress: readonly Run[]
  sweeps: readonly Sweep[]
  runs: readonly RunSummaryRow[]
}>

export function startPage({ servers, sweeps, runs, runningRuns, isGrouped }: StartData): StartPage {
  const ofSweeps = new Set(sweeps.flatMap(({ points }) => points.map(({ runId }) => runId)))
  const isAlone = ({ id }: Pick<Run, 'id'>): boolean => !ofSweeps.has(id) && !isGrouped(id)
  const running = new Set(runningRuns.map(({ id }) => id))
  return {
    servers: [
      ...servers.filter(({ state }) => inUse.has(state.state)),
      ...newest(servers.filter(({ state }) => state.state === 'failed')),
    ],
    unreachable: unreachableHosts(servers),
    sweepsInProgress: sweeps.filter(isInProgress),
    runsInProgress: runningRuns.filter(isAlone),
    sweeps: sweeps.filter((sweep) => !isInProgress(sweep)).slice(0, shownSweeps),
    runs: runs.filter((run) => isAlone(run) && !running.has(run.id)).slice(0, shownRuns),
  }
}

export function isUnused(page: StartPage): boolean {
  return Object.values(page).every((list) => list.length === 0)
}

const inUse: ReadonlySet<ServerState['state']> = new Set(['starting', 'ready', 'stopping'])

function newest(servers: readonly Server[]): readonly Server[] {
  return servers.toSorted((a, b) => b.createdAtEpochMs - a.createdAtEpochMs).slice(0, shownFailures)
}

function unreachableHosts(servers: readonly Server[]): readonly UnreachableHost[] {
  const lost = servers.flatMap((server) =>
    server.spec.kind === 'launched' && server.state.state === 'detached'
      ? [{ hostId: server.spec.hostId, server }]
      : [],
  )
  return [...new Set(lost.map(({ hostId }) => hostId))].map((id) => ({
    hostId: id,
    servers: lost.flatMap(({ hostId, server }) => (hostId === id ? [server] : [])),
  }))
}

function isInProgress({ status }: Sweep): boolean {
  return status === 'running' || status === 'paused'
}
