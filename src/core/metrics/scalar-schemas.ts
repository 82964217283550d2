// Schemas of scalars from their records. Separate from the values because a benchmark loads those early and needs no schema.
import { z } from 'zod'
import { amountSchema, totalSchema } from '#core/base/bounded-schemas.ts'
import type { ScalarMetric } from './scalar-metric.ts'
import {
  fileKeys,
  ofEachScalar,
  scalarNames,
  scalarOf,
  type ScalarFileKey,
} from './scalar-names.ts'
import { scalars, type ScalarName } from './scalars.ts'

type StoredScalar = ScalarMetric['stored']
type Nullable<S extends StoredScalar> = S extends { isNullable: true }
  ? z.ZodNullable<z.ZodNumber>
  : z.ZodNumber
type Schema<S extends StoredScalar> = S extends { earlierRuns: null | 0 }
  ? z.ZodDefault<Nullable<S>>
  : Nullable<S>

export const scalarSchemas = ofEachScalar((name) => schemaOf(scalars[name].stored)) as {
  [Name in ScalarName]: Schema<(typeof scalars)[Name]['stored']>
}

function schemaOf({ type, isNullable, earlierRuns }: StoredScalar): z.ZodType<number | null> {
  const number = type === 'int' ? z.int() : z.number()
  const schema: z.ZodType<number | null> = isNullable === true ? number.nullable() : number
  return earlierRuns === undefined ? schema : schema.default(earlierRuns)
}

type FileSchema = z.ZodDefault<z.ZodNullable<z.ZodNumber>>

/** Schemas for imported files; null if a file lacks the key. */
export const scalarFileSchemas = Object.fromEntries(
  scalarNames.flatMap((name) => {
    const schema = scalarOf(name).stored.type === 'int' ? totalSchema : amountSchema
    return fileKeys(name).map((key) => [key, schema.nullable().default(null)])
  }),
) as Record<ScalarFileKey, FileSchema>
