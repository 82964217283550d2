// Readers of files written by other benchmarks.
import type { CsvRecord } from '#core/base/csv-text.ts'
import type { numberIn } from '#core/base/number-text.ts'

type Row = Readonly<Record<string, unknown>>

export type TableText = Readonly<{
  /** First line. */
  names: readonly string[]
  /** All lines. */
  records: readonly CsvRecord[]
  form: Parameters<typeof numberIn>[1]
}>

/** A report that lists several results. */
type ReportForm = Readonly<{
  /** First members by version, quoted, as in the other files. */
  begins: readonly string[]
  list: string
  /** Member that every result of the list must have. */
  shared: string
  /** Matches results that are not measurements. */
  skipped?: RegExp
}>

export type ForeignFiles = Readonly<{
  /**
   * Result under the keys of vLLM's file; null for a file of another kind. Throws `invalid-input` for content that its tool would not write,
   * and for files that cannot become a run.
   */
  inVllmKeys: (file: Row) => Row | null
  /** JSON of each result of a table that does not use vLLM's keys; null for a table of another kind. */
  rowsIn: (table: TableText) => Iterable<Readonly<{ row: Row; line: number }>> | null
  reports: readonly ReportForm[]
  /** Names of files that belong to a result of this name and folder; each becomes a member of its object. */
  beside: Readonly<Record<string, readonly string[]>>
}>
