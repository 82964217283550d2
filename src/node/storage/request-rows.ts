// Pages of a run's request table, sorted and filtered by SQLite so that a window never needs all of them.
import type { RequestRow, RequestSortKey } from '#contract/views.ts'
import type { Database } from './database.ts'

export type RequestQuery = Readonly<{
  runId: string
  offset: number
  limit: number
  failedOnly: boolean
  sort: RequestSortKey
  descending: boolean
}>

const sortColumns: Readonly<Record<RequestSortKey, string>> = {
  index: 'request_index',
  ttftMs: 'ttft_us',
  tpotMs: 'tpot_us',
  e2elMs: 'e2el_us',
  outputTokens: 'output_tokens',
}

/** What was not measured comes last, whichever way the rest is sorted. */
export function readRequestRows(database: Database, query: RequestQuery): RequestRow[] {
  const column = sortColumns[query.sort]
  const direction = query.descending ? 'DESC' : 'ASC'
  return database
    .prepare<[string, number, number], RequestRow>(
      `SELECT
         request_index AS "index", request_id AS requestId, conversation, turn,
         scheduled_at_us / 1000.0 AS scheduledAtMs, sent_at_us / 1000.0 AS sentAtMs,
         ttft_us / 1000.0 AS ttftMs, tpot_us / 1000.0 AS tpotMs, e2el_us / 1000.0 AS e2elMs,
         max_gap_us / 1000.0 AS maxItlMs,
         prompt_tokens AS promptTokens, inputs, output_tokens AS outputTokens,
         error_code AS errorCode, error_message AS errorMessage,
         error_status AS errorStatus, error_body AS errorBody
       FROM requests WHERE ${condition(query)}
       ORDER BY ${column} IS NULL, ${column} ${direction}, request_index
       LIMIT ? OFFSET ?`,
    )
    .all(query.runId, query.limit, query.offset)
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
  return failedOnly ? 'run_id = ? AND error_code IS NOT NULL' : 'run_id = ?'
}
