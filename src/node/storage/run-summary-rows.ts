// Fields of runs for lists, extracted by SQLite, because a thousand whole runs are megabytes to parse and send.
import type { z } from 'zod'
import { judgeRun } from '#core/judgement/judge-run.ts'
import {
  judgedConfigSchema,
  type JudgedRun,
  judgedSummarySchema,
} from '#core/judgement/judged-run.ts'
import { keptFactors } from '#core/judgement/kept-throughput.ts'
import { genuineFailures } from '#core/stats/genuine-failures.ts'
import {
  summaryRowConfigSchema,
  summaryRowFactsSchema,
  summaryRowImportSchema,
  summaryRowMetricsSchema,
  summaryRowNumbersSchema,
  runSummaryRowSchema,
  type RunSummaryRow,
} from '#core/model/run/run.ts'
import { isMalformedJson, readableRows } from './damage.ts'
import { fromJson } from './column-values.ts'
import { notFound } from './storage-error.ts'
import type { Database } from './database.ts'
import { knownText, pageOf, type RunFilter } from './run-filter.ts'
import type { RunRow } from './runs.ts'

type StoredSummaryRow = Readonly<
  Omit<
    RunRow,
    | 'point_index'
    | 'started_at_epoch_ms'
    | 'started_at_monotonic_s'
    | 'planned_requests'
    | 'client_version'
    | 'failure'
    | 'launch'
  > & { judged_config: string; judged_summary: string | null }
>

/** A patch omits nulls, so that a field of a later version gets its default. */
const selection = `
  SELECT id, name, tags, notes, status, base_url, server_name, created_at_epoch_ms, sweep_id,
    json_patch('{}', json_object(${membersOf('config', summaryRowConfigSchema)})) AS config,
    iif(facts IS NULL, NULL, json_object(${membersOf('facts', summaryRowFactsSchema)})) AS facts,
    iif(imported IS NULL, NULL, json_object(${membersOf('imported', summaryRowImportSchema)})) AS imported,
    iif(summary IS NULL, NULL, json_object(
      ${membersOf('summary', summaryRowNumbersSchema)},
      'metrics', json_object(${membersOf('summary', summaryRowMetricsSchema, '$.metrics.')})
    )) AS summary,
    json_patch('{}', json_object(${membersOf('config', judgedConfigSchema)})) AS judged_config,
    iif(summary IS NULL, NULL, json_object(
      ${membersOf('summary', judgedSummarySchema)}
    )) AS judged_summary
  FROM runs`

function membersOf(column: string, { shape }: z.ZodObject, place = '$.'): string {
  return Object.keys(shape)
    .map((name) => `'${name}', ${column} -> '${place}${name}'`)
    .join(', ')
}

const table = { name: 'runs', idOf: ({ id }: { id: string }) => id, read: toSummaryRow }

/** Newest first. */
export function listRunSummaryRows(database: Database, filter: RunFilter): RunSummaryRow[] {
  const { sql, values, limit } = pageOf(filter)
  try {
    const statement = database.prepare<(string | number)[], StoredSummaryRow>(`${selection} ${sql}`)
    return readableRows(database, table, { rows: statement.iterate(...values), limit })
  } catch (error) {
    if (!isMalformedJson(error)) throw error
    const ids = database.prepare<(string | number)[], { id: string }>(`SELECT id FROM runs ${sql}`)
    const one = database.prepare<[string], StoredSummaryRow>(`${selection} WHERE id = ?`)
    const read = ({ id }: { id: string }) => toSummaryRow(one.get(id) ?? notFound('run', id))
    return readableRows(database, { ...table, read }, { rows: ids.all(...values), limit })
  }
}

function toSummaryRow(row: StoredSummaryRow): RunSummaryRow {
  const summaryRow = runSummaryRowSchema.parse({
    id: row.id,
    name: row.name,
    tags: fromJson(row.tags),
    notes: row.notes,
    status: row.status,
    baseUrl: knownText(row.base_url),
    serverName: knownText(row.server_name),
    createdAtEpochMs: row.created_at_epoch_ms,
    sweepId: row.sweep_id,
    config: fromJson(row.config),
    facts: fromJson(row.facts),
    imported: fromJson(row.imported),
    summary: fromJson(row.summary),
  })
  const judged = judgedRunOf(row, summaryRow)
  const summary = summaryRow.summary && {
    ...summaryRow.summary,
    ...(judged && { failed: genuineFailures(judged.summary) }),
  }
  return {
    ...summaryRow,
    summary,
    judgement: judged && rowJudgement(judged),
    keptFactors: judged && keptFactors(judged),
  }
}

/** Null before anything is measured. */
function judgedRunOf(
  { judged_config: config, judged_summary: summary }: StoredSummaryRow,
  { status, imported }: RunSummaryRow,
) {
  if (summary === null) return null
  return {
    config: judgedConfigSchema.parse(fromJson(config)),
    summary: judgedSummarySchema.parse(fromJson(summary)),
    status,
    imported,
  }
}

function rowJudgement(run: JudgedRun): RunSummaryRow['judgement'] {
  const judgement = judgeRun(run)
  if (judgement === null) return null
  const { grade, reasons } = judgement
  return { grade, reasons: reasons.map(({ code }) => code) }
}
