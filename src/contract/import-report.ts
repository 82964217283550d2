// Result of importing a file.
import { textSchema } from '#core/messages/text-schema.ts'
import { z } from 'zod'

/** Result that could not be imported, while the others of its file were. */
const importProblemSchema = z.object({
  line: z.int(),
  message: textSchema,
  remedy: textSchema.nullable(),
})

const namedSchema = z.object({ id: z.string(), name: z.string() })

export const importReportSchema = z.object({
  fileName: z.string(),
  imported: z.array(namedSchema),
  /** Runs that were imported before. */
  known: z.array(namedSchema),
  /** Sweeps of a bundle, new or not. */
  sweeps: z.array(namedSchema),
  problems: z.array(importProblemSchema),
})

export type ImportProblem = z.infer<typeof importProblemSchema>
export type ImportReport = z.infer<typeof importReportSchema>
