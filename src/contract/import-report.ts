// What came of importing a file of results.
import { z } from 'zod'

/** One result that could not be imported; the others of its file were. */
export const importProblemSchema = z.object({
  line: z.int(),
  message: z.string(),
  remedy: z.string().nullable(),
})

const namedRunSchema = z.object({ id: z.string(), name: z.string() })

export const importReportSchema = z.object({
  fileName: z.string(),
  imported: z.array(namedRunSchema),
  /** Runs that were imported before. */
  known: z.array(namedRunSchema),
  problems: z.array(importProblemSchema),
})

export type ImportProblem = z.infer<typeof importProblemSchema>
export type ImportReport = z.infer<typeof importReportSchema>
