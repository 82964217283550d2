// A job that a feature brings.
import type { Database } from '#node/storage/database.ts'

export type FeatureJob = Readonly<{ run: (input: unknown, database: Database) => unknown }>

/** Loaded when they are wanted, by name. */
export type FeatureJobs = Readonly<Record<string, () => Promise<FeatureJob>>>
