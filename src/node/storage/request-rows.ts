// Pages and plots of a run's requests, sorted and filtered by SQLite, so that a window never needs all of them.
import { isFailure, requestErrorCodes } from '#core/records/request-outcome.ts'
import { shownFields } from '#core/records/request-record.ts'
import type { RequestRow, RequestSortKey } from '#contract/views.ts'
import { latencyOf, type MetricName } from '#core/metrics/latencies.ts'
import type { CourseRequest } from '#core/stats/drawing/run-course.ts'
import type { ScatterPoint } from '#core/stats/drawing/thin-scatter.ts'
import { textFromJson } from './column-values.ts'
import type { Database } from './database.ts'
import { columnOf } from './request-columns.ts'

export type RequestQuery = Readonly<{
  runId: string
  offset: number
  limit: number
  failedOnly: boolean
  sort: RequestSortKey
  descending: boolean
}>

const sortColumns: Readonly<Record<RequestSortKey, string>> = {
  ...columnOf,
  index: 'request_index',
  ttftMs: 'ttft_us',
  ttfoMs: 'ttfo_us',
  tpotMs: 'tpot_us',
  e2elMs: 'e2el_us',
  reasoningTokens: 'reasoning_tokens',
}

const otherCodes = requestErrorCodes.filter((code) => !isFailure({ code }))
const failed = `error_code NOT IN (${otherCodes.map((code) => `'${code}'`).join(', ')})`

/** Missing values are sorted last, in either direction. */
export function readRequestRows(database: Database, query: RequestQuery): RequestRow[] {
  const column = sortColumns[query.sort]
  const direction = query.descending ? 'DESC' : 'ASC'
  return database
    .prepare<[string, number, number], RequestRow & { errorText: string | null }>(
      `SELECT
         request_index AS "index", request_id AS requestId, conversation, turn, target,
         scheduled_at_us / 1000.0 AS scheduledAtMs, sent_at_us / 1000.0 AS sentAtMs,
         ttft_us / 1000.0 AS ttftMs, ttfo_us / 1000.0 AS ttfoMs, tpot_us / 1000.0 AS tpotMs,
         e2el_us / 1000.0 AS e2elMs,
         max_gap_us / 1000.0 AS maxItlMs,
         ${shownFields.map(({ name }) => `${columnOf[name]} AS ${name}`).join(', ')},
         reasoning_tokens AS reasoningTokens,
         error_code AS errorCode, error_message AS errorMessage, error_text AS errorText,
         error_status AS errorStatus, error_body AS errorBody
       FROM requests WHERE ${condition(query)}
       ORDER BY ${column} IS NULL, ${column} ${direction}, request_index
       LIMIT ? OFFSET ?`,
    )
    .all(query.runId, query.limit, query.offset)
    .map((row) => ({ ...row, errorText: textFromJson(row.errorText).text ?? null }))
}

export function countRequestRows(
  database: Database,
  query: Pick<RequestQuery, 'runId' | 'failedOnly'>,
): number {
  const row = database
    .prepare<[string], { total: number }>(
      `SELECT count(*) AS total FROM requests WHERE ${condition(query)}`,
    )
    .get(query.runId)
  return row?.total ?? 0
}

function condition({ failedOnly }: Pick<RequestQuery, 'failedOnly'>): string {
  return failedOnly ? `run_id = ? AND ${failed}` : 'run_id = ?'
}

type Row = Readonly<{ atS: number; ms: number | null; failed: 0 | 1 }>

/** One latency of every request by its send time; for gaps between tokens, the longest gap of each request. */
export function readRequestScatter(
  database: Database,
  { runId, metric }: Readonly<{ runId: string; metric: MetricName }>,
): ScatterPoint[] {
  return database
    .prepare<[string], Row>(
      `SELECT sent_at_us / 1e6 AS atS, ${latencyOf(metric).requestColumn ?? 'NULL'} / 1000.0 AS ms,
         coalesce(${failed}, 0) AS failed
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL
       ORDER BY sent_at_us`,
    )
    .all(runId)
    .map(({ atS, ms, failed }) => ({ atS, ms, failed: failed === 1 }))
}

export function readCourseRequests(database: Database, runId: string): CourseRequest[] {
  return database
    .prepare<[string], CourseRequest>(
      `SELECT sent_at_us AS sentAtUs, first_token_at_us AS firstTokenAtUs, ended_at_us AS endedAtUs,
         output_tokens AS outputTokens
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL`,
    )
    .all(runId)
}
