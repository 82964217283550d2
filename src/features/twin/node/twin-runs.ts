// Stored runs as input of a twin, and the limits that their server reported.
import { message } from '#core/messages/message.ts'
import { AppError, appError } from '#core/model/app-error.ts'
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import type { Run } from '#core/model/run/run.ts'
import { measuredFromRecords } from '#core/records/measured-request.ts'
import type { EngineFacts } from '#features/twin/core/fit-twin.ts'
import { observedRun, type ObservedRun } from '#features/twin/core/observed-run.ts'
import { eachRecord } from '#node/storage/requests.ts'
import type { Database } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'

/** Maximum number of runs of one server that are used, newest first. */
const mostRuns = 12
/** Maximum number of tokens, because the times of more would take more than 100 MB. */
const mostTokens = 10_000_000

/** Completed runs of a server, by its name or address, with the model and the start of the newest. Newest first. */
export function runsOfServer(database: Database, server: string): Run[] {
  const address = server.replace(/\/+$/, '')
  const own = listRuns(database, { text: '', sweepId: null }).filter(
    ({ serverName, baseUrl, status }) =>
      status === 'completed' && (serverName === server || baseUrl?.replace(/\/+$/, '') === address),
  )
  const [newest] = own
  if (newest === undefined) throw appError('not-found', 'twin.noRunsOfServer', { server })
  return own.filter((run) => isSameStart(run, newest) && canBeObserved(run)).slice(0, mostRuns)
}

function isSameStart(run: Run, newest: Run): boolean {
  return (
    run.facts?.model === newest.facts?.model &&
    run.launch?.launchId === newest.launch?.launchId &&
    run.facts?.kvCacheTokens === newest.facts?.kvCacheTokens
  )
}

function canBeObserved({ imported, config }: Run): boolean {
  return imported === null && !datasetTraits[config.datasetName].holdsConversations
}

/** Throws for runs that a twin cannot use: imported, of conversations, of several servers, of several models. */
export function observedRuns(database: Database, runs: readonly Run[]): ObservedRun[] {
  const models = new Set(runs.map(({ facts, config }) => facts?.model ?? config.model))
  if (models.size > 1) throw refused('twin.severalModels', [...models].join(', '))
  const starts = new Map(
    runs.map(({ baseUrl, serverName, launch }) => [
      launch?.launchId ?? baseUrl,
      serverName ?? baseUrl,
    ]),
  )
  if (starts.size > 1) throw refused('twin.severalServers', [...starts.values()].join(', '))
  let tokens = 0
  return runs.map((run) => {
    if (!canBeObserved(run)) throw refused('twin.notTaken', run.name)
    const { maxConcurrency } = run.config
    const requests = measuredFromRecords(eachRecord(database, run.id))
    const counted = (function* () {
      for (const request of requests) {
        tokens += request.interTokenLatenciesUs.length
        if (tokens > mostTokens) throw refused('twin.tooLarge', run.name)
        if (request.target !== undefined) throw refused('twin.severalServers', run.name)
        yield request
      }
    })()
    return observedRun(run.name, maxConcurrency ?? Infinity, counted)
  })
}

type RefusedId = 'twin.severalModels' | 'twin.severalServers' | 'twin.notTaken' | 'twin.tooLarge'

function refused(id: RefusedId, names: string): AppError {
  return new AppError('invalid-input', message(id, { names }), {
    remedy: message('twin.takes'),
  })
}

/** From /metrics, the log of a launch, and the flags of the launch; null for a limit that none of them reports. */
export function statedFacts(runs: readonly Run[]): EngineFacts {
  const stated = (of: (run: Run) => number | null | undefined) =>
    runs.map(of).find((value) => value !== null && value !== undefined) ?? null
  return {
    maxNumSeqs: stated((run) => flagOf(run, 'max-num-seqs')),
    maxNumBatchedTokens: stated(
      (run) => run.launch?.startup.maxNumBatchedTokens ?? flagOf(run, 'max-num-batched-tokens'),
    ),
    kvCacheTokens: stated((run) => run.launch?.startup.kvCacheTokens ?? run.facts?.kvCacheTokens),
  }
}

function flagOf({ launch }: Run, name: string): number | null {
  const [, digits] = new RegExp(`--${name}[= ](\\d+)(?:\\s|$)`).exec(launch?.command ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}
