// Filter of a list of runs, as the end of an SQL statement over the table of runs.
import type { Run } from '#core/model/run/run.ts'

export type RunFilter = Readonly<{
  /** Words that must all occur in name, model, server, tags or notes. */
  text: string
  sweepId: string | null
  /** Only runs that are being prepared or running. */
  going?: boolean
  /** Only runs after this one in the list. */
  after?: Pick<Run, 'id' | 'createdAtEpochMs'> | null
  /** Maximum number; null for all. */
  limit?: number | null
}>

type Value = string | number

type Clause = Readonly<{ sql: string; values: readonly Value[] }>

/** Newest first. The limit is not in the statement, because unreadable rows do not count. */
export function pageOf(filter: RunFilter): Clause & Readonly<{ limit: number }> {
  const { sql, values } = whereOf(filter)
  return {
    sql: `${sql} ORDER BY created_at_epoch_ms DESC, id`,
    values,
    limit: filter.limit ?? Infinity,
  }
}

export function whereOf(filter: RunFilter): Clause {
  const conditions = conditionsOf(filter)
  return {
    sql: `WHERE ${['true', ...conditions.map(({ sql }) => sql)].join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

function conditionsOf({ text, sweepId, going = false, after = null }: RunFilter): Clause[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return [
    ...(words.length === 0 ? [] : [withWords(words)]),
    ...(sweepId === null ? [] : [{ sql: 'sweep_id = ?', values: [sweepId] }]),
    ...(going ? [{ sql: `status IN ('preparing', 'running')`, values: [] }] : []),
    ...(after === null ? [] : [furtherDown(after)]),
  ]
}

/** One parameter for all words: an expression per word would be too deep for SQLite from 1,000 words on. */
function withWords(words: readonly string[]): Clause {
  const text = `lower(name || ' ' || model || ' ' || server_name || ' ' || tags || ' ' || notes)`
  return {
    sql: `NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(${text}, lower(word.value)) = 0)`,
    values: [JSON.stringify(words)],
  }
}

/** Only the first comparison can use an index. */
function furtherDown({ id, createdAtEpochMs: at }: Pick<Run, 'id' | 'createdAtEpochMs'>): Clause {
  const sql = 'created_at_epoch_ms <= ? AND (created_at_epoch_ms < ? OR id > ?)'
  return { sql, values: [at, at, id] }
}

// Columns that always contain text: values missing in an imported file are empty.
export const unknown = ''

export function knownText(text: string): string | null {
  return text === unknown ? null : text
}
