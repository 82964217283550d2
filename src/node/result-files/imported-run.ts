// Converts an imported result to a run: named after its content, marked with its origin.
import { randomUUID } from 'node:crypto'
import type { RequestRecord } from '#core/records/request-record.ts'
import { importNameOf } from '#core/model/run/run-name.ts'
import type { Run } from '#core/model/run/run.ts'
import type { ReadResult } from '#core/result-file/read-result.ts'

type Circumstances = Readonly<{ fileName: string; contentHash: string; nowEpochMs: number }>

export function importedRun(
  result: ReadResult,
  { fileName, contentHash, nowEpochMs }: Circumstances,
): { run: Run; records: readonly RequestRecord[] } {
  const { config, knownFields, summary, backend, details, finishedAtEpochMs } = result
  const startedAtEpochMs =
    finishedAtEpochMs === null ? null : finishedAtEpochMs - summary.durationS * 1000
  const run: Run = {
    id: randomUUID(),
    name: importNameOf({ config, fileName, knownFields }).slice(0, longestName),
    tags: [],
    notes: '',
    status: result.isInterrupted ? 'cancelled' : 'completed',
    config,
    baseUrl: knownFields.includes('baseUrl') ? config.baseUrl : null,
    serverName: null,
    facts: null,
    sweepId: null,
    pointIndex: null,
    createdAtEpochMs: startedAtEpochMs ?? nowEpochMs,
    startedAtEpochMs,
    startedAtMonotonicS: result.startedAtMonotonicS,
    plannedRequests: summary.completed + (summary.failed ?? 0),
    summary,
    failure: null,
    clientVersion: null,
    launch: null,
    imported: {
      fileName,
      contentHash,
      importedAtEpochMs: nowEpochMs,
      backend,
      knownFields: [...knownFields],
      requests: details,
      tool: result.tool,
    },
  }
  return { run, records: result.records }
}

const longestName = 200
