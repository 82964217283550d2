// Definition of a field of the request record. The fields are in request-record.ts.
import type { z } from 'zod'

/** `flag`: 1 for true, 0 if absent. */
export type ColumnForm = 'integer' | 'real' | 'text' | 'flag' | 'json'

export type RequestField = Readonly<{
  /** Field that a feature's field follows. */
  listedAfter?: string
  schema: z.ZodType
  /** Column of the database, by default named after the field; versions above 1 add it. Absent if the field has several columns. */
  column?: Readonly<{ form: ColumnForm; name?: string; since: number }>
  /** Column of the CSV file. */
  csv?: string
  /** Columns of the CSV file for an object, one per key of any request. `cell` gets undefined if a request lacks the key. */
  csvOfEach?: Readonly<{ name: (key: string) => string; cell: (value: never) => number | null }>
  /** Values are µs, which CSV files have in ms. */
  unit?: 'us'
  /** Column of the window's table of requests, for runs of these tasks. Its head is `run.requests` in the texts of the window. */
  shown?: Readonly<{ tasks: readonly ('generation' | 'pooling')[]; isSortable: boolean }>
}>
