// Server's own counters during a run, including requests of other clients.
import { z } from 'zod'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import { metricNames } from '#core/metrics/latencies.ts'
import type { DecodingMethod, DecodingFigure } from './decoding.ts'
import * as features from './features.ts'

const decodings = withFeatures({}, features)

/** Ways of decoding by name. */
export const listedDecodings = Object.entries<DecodingMethod>(decodings)

const valueSchemas = { count: z.int(), number: z.number(), shares: z.array(z.number()) }

type DecodingValues = Readonly<Record<string, number | readonly number[]>>

/** Counts first. */
export function valuesSchemaOf({ figures }: DecodingMethod): z.ZodType<DecodingValues> {
  const fields = Object.entries(figures).map(
    ([name, { form }]) => [name, valueSchemas[form]] as const,
  )
  const counts = fields.filter(([, schema]) => schema === valueSchemas.count)
  return z.object(Object.fromEntries([...counts, ...fields]))
}

const decodingSchemas = Object.fromEntries(
  listedDecodings.map(([name, decoding]) => [name, valuesSchemaOf(decoding).nullable().optional()]),
) as Readonly<
  Record<keyof typeof decodings, z.ZodOptional<z.ZodNullable<z.ZodType<DecodingValues>>>>
>

const prefixCacheSchema = z.object({
  /** Prompt tokens looked up, and tokens found. */
  queries: z.int(),
  hits: z.int(),
  /** Tokens that prompts share with earlier prompts of the run; only if prompts should be new to the server. */
  repeated: z.int().optional(),
})

const serverLatencySchema = z.object({
  count: z.int(),
  meanMs: z.number(),
  /** Upper bound of the 99th percentile's bucket; null if it is in the last bucket. */
  p99AtMostMs: z.number().nullable(),
})

/** Null if the server does not support or report it. */
export const serverActivitySchema = z.object({
  ...decodingSchemas,
  prefixCache: prefixCacheSchema.nullable(),
  /** Absent if the server does not count them, and from runs of earlier versions. */
  generatedTokens: z.number().optional(),
  /** Measured by the server; absent from runs of earlier versions. */
  latencies: z.partialRecord(z.enum(metricNames), serverLatencySchema).optional(),
})

export type ServerLatency = z.infer<typeof serverLatencySchema>
export type ServerLatencies = NonNullable<ServerActivity['latencies']>
export type ServerActivity = z.infer<typeof serverActivitySchema>

export type ReportedFigure = DecodingFigure & Readonly<{ field: string; values: readonly number[] }>

type ReportedDecoding = Readonly<{
  name: string
  title: string
  figures: readonly ReportedFigure[]
}>

/** Statistics that the server reported, in the order of the features. */
export function reportedDecodings(server: ServerActivity | null): readonly ReportedDecoding[] {
  const reported = new Map<string, unknown>(Object.entries(server ?? {}))
  return listedDecodings.flatMap(([name, { title, figures }]) => {
    const values = reported.get(name) as DecodingValues | null | undefined
    if (values === null || values === undefined) return []
    const found = Object.entries(figures).map(([field, figure]) => ({
      ...{ ...figure, field, values: [values[field] ?? 0].flat() },
    }))
    return [{ name, title, figures: found }]
  })
}
