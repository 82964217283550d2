// What a server counted of itself during a run, including other clients of the same server.
import { z } from 'zod'
import { metricNames } from '#core/metrics/latencies.ts'

export const specDecodeSchema = z.object({
  drafts: z.int(),
  draftTokens: z.int(),
  acceptedTokens: z.int(),
  /** Of the tokens that were drafted, in per cent. */
  acceptanceRate: z.number(),
  /** Tokens a step yields on average: one, and the drafted ones it accepts. */
  acceptanceLength: z.number(),
  /** Share of drafts of which the token at each position was accepted, 0–1. */
  positionRates: z.array(z.number()),
})

export const diffusionSchema = z.object({
  committedTokens: z.int(),
  denoisingSteps: z.int(),
  canvasPositions: z.int(),
  committedThroughput: z.number(),
  stepsPerCanvas: z.number(),
  committedPerStep: z.number(),
})

const prefixCacheSchema = z.object({
  /** Prompt tokens looked up, and those found. */
  queries: z.int(),
  hits: z.int(),
  /** Tokens that prompts of the run share with earlier ones of it; only where prompts should be new to the server. */
  repeated: z.int().optional(),
})

const serverLatencySchema = z.object({
  count: z.int(),
  meanMs: z.number(),
  /** Upper bound of the bucket of the 99th percentile; null where that is the last one. */
  p99AtMostMs: z.number().nullable(),
})

/** Null for what the server does not do or does not report. */
export const serverActivitySchema = z.object({
  specDecode: specDecodeSchema.nullable(),
  diffusion: diffusionSchema.nullable(),
  prefixCache: prefixCacheSchema.nullable(),
  /** Absent where the server does not count them, and from runs of earlier versions. */
  generatedTokens: z.number().optional(),
  /** As the server measured them of itself; absent from runs of earlier versions. */
  latencies: z.partialRecord(z.enum(metricNames), serverLatencySchema).optional(),
})

export type SpecDecode = z.infer<typeof specDecodeSchema>
export type Diffusion = z.infer<typeof diffusionSchema>
export type PrefixCacheUse = z.infer<typeof prefixCacheSchema>
export type ServerLatency = z.infer<typeof serverLatencySchema>
export type ServerLatencies = NonNullable<ServerActivity['latencies']>
export type ServerActivity = z.infer<typeof serverActivitySchema>
