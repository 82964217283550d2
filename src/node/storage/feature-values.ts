// Values stored by features, as JSON; each feature has its own schema.
import { z } from 'zod'
import type { Database } from './database.ts'
import { storedValues } from './stored-values.ts'

const rowSchema = z.object({
  id: z.string(),
  feature: z.string(),
  createdAtEpochMs: z.number(),
  value: z.unknown(),
})

const stored = storedValues<z.infer<typeof rowSchema>>({
  name: 'feature_values',
  schema: rowSchema,
  columns: { feature: 'plain, fixed', createdAtEpochMs: 'plain, fixed', value: 'json' },
  order: 'created_at_epoch_ms DESC, id',
})

export const { damaged: damagedFeatureValues, remove: removeFeatureValue } = stored

/** Newest first. */
export function listFeatureValues(database: Database, feature: string): unknown[] {
  return stored.listWhere(database, 'feature = ?', feature).map(({ value }) => value)
}

export function saveFeatureValue(
  database: Database,
  feature: string,
  value: Readonly<{ id: string; createdAtEpochMs: number }>,
): void {
  const { id, createdAtEpochMs } = value
  stored.save(database, { id, createdAtEpochMs, feature, value })
}
