// A job provided by a feature.
import type { z } from 'zod'
import { invalidInput } from '#contract/app-error.ts'
import type { Database } from '#node/storage/database.ts'

export type FeatureJob = (input: unknown, database: Database) => unknown

/** Checks the input, which comes from a window or the HTTP API. */
export function featureJobOf<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.output<Schema>, database: Database) => unknown,
): FeatureJob {
  return (input, database) => {
    const checked = schema.safeParse(input)
    if (!checked.success) throw invalidInput(checked.error.issues)
    return run(checked.data, database)
  }
}

/** Jobs by name, loaded on demand. */
export type FeatureJobs = Readonly<Record<string, () => Promise<FeatureJob>>>
