// A run from the command line, kept in the program's database where the window shows it like its own.
import { randomUUID } from 'node:crypto'
import type { Run } from '#core/model/run.ts'
import { serverBaseUrl } from '#core/protocol/endpoint-url.ts'
import { withoutValues } from '#core/report/equivalent-command.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { openDatabase } from '#node/storage/database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { ownVersion } from '../own-files.ts'

export type RunStore = Readonly<{
  keep(result: BenchmarkResult): Run
}>

/** Opened before the run, so that a database that cannot be used costs no measuring. */
export function openRunStore(): RunStore {
  const database = openDatabase(databasePath())
  return {
    keep(result) {
      const run = storedRun(result)
      saveRun(database, run)
      appendRecords(database, run.id, result.records)
      return run
    },
  }
}

function storedRun({ config, facts, records, summary, outcome }: BenchmarkResult): Run {
  const baseUrl = serverBaseUrl(config)
  const { host } = new URL(baseUrl)
  const load = config.requestRate === 'inf' ? 'all at once' : `${config.requestRate} req/s`
  return {
    id: randomUUID(),
    name: config.label ?? `${config.model}, ${load}`,
    tags: [],
    status: outcome.cancelled ? 'cancelled' : 'completed',
    config: { ...config, header: withoutValues(config.header) },
    baseUrl,
    serverName: host,
    facts,
    sweepId: null,
    pointIndex: null,
    createdAtEpochMs: outcome.startedAtEpochMs,
    startedAtEpochMs: outcome.startedAtEpochMs,
    startedAtMonotonicS: outcome.startedAtMonotonicS,
    plannedRequests: records.length,
    summary,
    failure: null,
    clientVersion: ownVersion(),
    imported: null,
    launch: null,
  }
}
