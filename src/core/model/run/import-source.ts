// Source of an imported run: a result file, and the data that it lacks.
import { z } from 'zod'
import { epochMsSchema } from '#core/base/bounded-schemas.ts'
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'

/** `durations`: the file has the duration of each request, but not its send time. */
const importedDetails = ['none', 'durations', 'times'] as const

/** A benchmark other than vLLM's. */
export const measuringToolSchema = z.object({
  name: z.string().max(100),
  /** Null if the file does not name one. */
  version: z.string().max(100).nullable(),
})

export const importSourceSchema = z.object({
  /** Name of the file, without its folder. */
  fileName: z.string(),
  importedAtEpochMs: epochMsSchema,
  /** Hash of the result's content, independent of file layout; prevents importing it twice. */
  contentHash: z.string(),
  /** API named in the file; we may not support it. */
  backend: z.string().nullable(),
  /** Config fields present in the file; the others have defaults and are unknown. */
  knownFields: z.array(z.string()),
  /** Detail per request in the file. */
  requests: z.enum(importedDetails),
  /** Tool that measured it, unless it is a client of vLLM. */
  tool: measuringToolSchema.optional(),
})

export type ImportSource = z.infer<typeof importSourceSchema>

type AsKnown = Readonly<{ imported: Pick<ImportSource, 'knownFields'> | null }>

/** Whether the value of a config field was requested rather than a default. */
export function isKnown({ imported }: AsKnown, field: BenchmarkField): boolean {
  return imported === null || imported.knownFields.includes(field)
}
