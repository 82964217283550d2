// Server's own counters during a run, including requests of other clients.
import { z } from 'zod'
import { metricNames } from '#core/metrics/latencies.ts'

export const specDecodeSchema = z.object({
  drafts: z.int(),
  draftTokens: z.int(),
  acceptedTokens: z.int(),
  /** Share of drafted tokens, in per cent. */
  acceptanceRate: z.number(),
  /** Mean tokens per step: one, plus the accepted drafts. */
  acceptanceLength: z.number(),
  /** Share of drafts whose token at each position was accepted, 0–1. */
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
  specDecode: specDecodeSchema.nullable(),
  diffusion: diffusionSchema.nullable(),
  prefixCache: prefixCacheSchema.nullable(),
  /** Absent if the server does not count them, and from runs of earlier versions. */
  generatedTokens: z.number().optional(),
  /** Measured by the server; absent from runs of earlier versions. */
  latencies: z.partialRecord(z.enum(metricNames), serverLatencySchema).optional(),
})

export type SpecDecode = z.infer<typeof specDecodeSchema>
export type Diffusion = z.infer<typeof diffusionSchema>
export type PrefixCacheUse = z.infer<typeof prefixCacheSchema>
export type ServerLatency = z.infer<typeof serverLatencySchema>
export type ServerLatencies = NonNullable<ServerActivity['latencies']>
export type ServerActivity = z.infer<typeof serverActivitySchema>
