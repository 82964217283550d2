// Certainty of a run's numbers, and signs that the run was as intended.
import { z } from 'zod'
import { metricNames } from '#core/metrics/latencies.ts'

const latencyCertaintySchema = z.object({
  metric: z.enum(metricNames),
  /** Null means the mean. */
  percentile: z.number().nullable(),
  /** Contains the true value with 95 % confidence; null if there were too few values. */
  intervalMs: z.object({ low: z.number(), high: z.number() }).nullable(),
  /**
   * Interval from the spread within the run alone. Few times in its tail widen the interval or rule it out; a search bounds the
   * tail itself. Absent elsewhere.
   */
  ownIntervalMs: z.object({ low: z.number(), high: z.number() }).optional(),
  /** Standard error from the spread of batches alone; absent for percentiles, and for runs of earlier versions. */
  spreadErrorMs: z.number().optional(),
  /** Number of values that an interval needs. */
  fewestValues: z.int(),
  /** Whether the interval is missing because a longer run may include waits for the KV cache; absent if not. */
  isHiddenByCache: z.boolean().optional(),
  /** Standard errors by which it shows that such waits do not reach this percentile; absent if these are enough to be sure. */
  cacheErrors: z.number().optional(),
})

/** Requests per second; null if there were fewer than two. */
const achievedRateSchema = z.object({
  asked: z.number(),
  /** Lower if our client held requests back or was too slow. */
  sent: z.number().nullable(),
  /** Lower if the server accepted more than it completed, so that requests piled up in it. */
  answered: z.number().nullable(),
})

/** Times of a response that waits for no other request: to its first token, and per later token. */
export const lightPaceSchema = z.object({ ttftMs: z.number(), tpotMs: z.number() })

/** Signs of a load near the capacity of the server. */
const capacitySignsSchema = z.object({
  /**
   * Load ÷ asymptotic throughput of the server with ever more requests in flight, and its standard error. Absent for runs of
   * earlier versions.
   */
  loadToLimit: z.object({ share: z.number(), error: z.number() }).optional(),
  /** Growth of the number in flight from the second quarter to the last, in standard deviations of a Poisson count. */
  growthDeviations: z.number(),
})

/** Load, and the rate at which the server generated while requests waited. */
const loadToCapacitySchema = z.object({
  /** Load ÷ capacity. */
  share: z.number(),
  /** Standard errors of both, as shares. These and the share of certain waits are absent for runs of earlier versions. */
  loadError: z.number().optional(),
  capacityError: z.number().optional(),
  /** Share of the schedule during which a request waited, and during which one certainly did. */
  waitingShare: z.number(),
  surelyShare: z.number().optional(),
  /** Sure change of what the server generated while requests waited; absent if there is none. */
  capacityChange: z.number().optional(),
})

/** Seconds from the start of the run. Formulas: docs/measuring/certainty.md. */
const responsePaceSchema = z.object({
  /** Requests, or conversations, ÷ rate. */
  scheduleS: z.number(),
  lastResponseS: z.number(),
  /**
   * Shortest wait for a first token among the last requests, minus the shortest of all: each of them met a queue. Includes the
   * increase, from the first requests to the last, of delays from rejections and retries.
   */
  standingWaitS: z.number(),
  /** Part of each that requests waited in the client for a free slot; absent for runs of earlier versions. */
  heldBack: z.object({ lastS: z.number(), standingS: z.number() }).optional(),
  /** Pace of the run itself. */
  fastest: lightPaceSchema,
  /** Requests that end last regardless of the server's pace; conversations without their pauses, by their responses. */
  demands: z.array(z.object({ dueS: z.number(), tokens: z.int(), responses: z.int().optional() })),
  /** Those that the rate began, from their first turn to their last answer; absent without any. */
  conversations: z
    .object({ count: z.int(), meanS: z.number(), medianS: z.number(), stdS: z.number() })
    .optional(),
  /** Absent for runs of earlier versions. */
  signs: capacitySignsSchema.optional(),
  /** Null if no streamed response waited; absent for runs of earlier versions. */
  loadToCapacity: loadToCapacitySchema.nullable().optional(),
})

const stallsSchema = z.object({
  /** Longest gap between two tokens of any request; 0 if there was none. */
  worstS: z.number(),
  /** Gaps at least as long as a stall. */
  gaps: z.int(),
  /** Requests with at least one stall. */
  requests: z.int(),
})

/** Times in which nothing arrived of any request in flight, and neither prompts nor the client explain it. */
const standstillsSchema = z.object({
  count: z.int(),
  totalS: z.number(),
  longestS: z.number(),
  /** Seconds from the start of the run. */
  longestAtS: z.number(),
  /** Shares of the first tokens and of the gaps between tokens that they lengthened. */
  ttftShare: z.number(),
  itlShare: z.number(),
})

/** Requests without retries that the server refused because it was full; they count as failed. */
const refusalsSchema = z.object({ count: z.int(), statuses: z.array(z.int()) })

/** Rate at which the server answered while requests waited, under a load that rose above it by intent. */
const carriedRateSchema = z.object({
  perS: z.number(),
  /** Standard error, as a share. */
  error: z.number(),
  /** Most requests per second of a stretch of the schedule. */
  mostPerS: z.number(),
})

/** Pace of one of several servers. */
const serverPaceSchema = z.object({
  /** Index of its URL. */
  target: z.int(),
  completed: z.int(),
  failed: z.int(),
  rejected: z.int(),
  refusals: refusalsSchema.optional(),
  rate: achievedRateSchema.nullable(),
  pace: responsePaceSchema,
  /** E2EL in ms. */
  e2el: z.object({ mean: z.number(), median: z.number(), std: z.number() }),
})

const factorsSchema = z.object({ low: z.number(), high: z.number() })

/** The true throughput is the measured one times a factor in this range, with 95 % confidence. */
const throughputFactorsSchema = z.object({
  requests: factorsSchema,
  outputTokens: factorsSchema,
  /** Prompts and outputs. */
  totalTokens: factorsSchema,
  /** Output of requests within every limit of `--goodput`; absent without limits. */
  goodTokens: factorsSchema.optional(),
  /** Absent if no agent ended. */
  trajectories: factorsSchema.optional(),
  /** Seconds of audio or video, or images; absent if responses were text. */
  made: factorsSchema.optional(),
})

/** Interval of total ÷ duration. */
const throughputCertaintySchema = throughputFactorsSchema.extend({
  /** Amounts per second of the schedule, and within the steady window. Absent in runs of earlier versions. */
  offered: throughputFactorsSchema.optional(),
  steady: throughputFactorsSchema.optional(),
})

const steadinessStates = [
  'steady',
  /** The load rose or fell throughout the window. */
  'ramp',
  'drain',
  /** The load was constant, but the server's response to it changed. */
  'drifting',
  'too-short',
] as const

const steadinessSchema = z.object({
  state: z.enum(steadinessStates),
  /** Change from the start of the steady window to its end, as a share of the median. */
  inFlightChange: z.number(),
  latencyChange: z.number(),
  /** Change of the time per token at equal concurrency; absent unless certain, and for runs of earlier versions. */
  paceChange: z.number().optional(),
})

export const certaintySchema = z.object({
  figures: z.array(latencyCertaintySchema),
  /** Null if there were no responses, and for runs of earlier versions. */
  throughput: throughputCertaintySchema.nullable().default(null),
  /** Contains the true share of requests that met every goal; null without goals, and for runs of earlier versions. */
  goodShare: z.object({ low: z.number(), high: z.number() }).nullable().default(null),
  /** Contain the true shares of reasoning and cached tokens; absent if these were unknown. */
  reasoningShare: factorsSchema.optional(),
  cachedShare: factorsSchema.optional(),
  /** Contain the true tokens per request; absent if these were unknown, and for runs of earlier versions. */
  meanReasoningTokens: factorsSchema.optional(),
  meanCachedTokens: factorsSchema.optional(),
  /** Null if all requests were due at once. */
  rate: achievedRateSchema.nullable(),
  /** Null if requests were not spread over time, if there were few responses, and for runs of earlier versions. */
  pace: responsePaceSchema.nullable().default(null),
  /** Rate × latency ÷ requests in flight in the steady state; null without a steady state. */
  littlesLawRatio: z.number().nullable(),
  /** Steadiness of the steady window; null without one, and for runs of earlier versions. */
  steadiness: steadinessSchema.nullable().default(null),
  stalls: stallsSchema,
  /** Absent if there were none, if the client was not monitored, and for runs of earlier versions. */
  standstills: standstillsSchema.optional(),
  /** Absent if there were none, and for runs of earlier versions. */
  refusals: refusalsSchema.optional(),
  /** Null unless a ramp or a series surely rose above the capacity; absent for other loads, and for earlier runs. */
  carried: carriedRateSchema.nullable().optional(),
  /** One per server; absent with one, for conversations whose turns go to several, and for runs of earlier versions. */
  servers: z.array(serverPaceSchema).optional(),
})

export type LatencyCertainty = z.infer<typeof latencyCertaintySchema>
export type CarriedRate = z.infer<typeof carriedRateSchema>
export type AchievedRate = z.infer<typeof achievedRateSchema>
export type ThroughputFactors = z.infer<typeof throughputFactorsSchema>
export type ThroughputCertainty = z.infer<typeof throughputCertaintySchema>
export type Steadiness = z.infer<typeof steadinessSchema>
export type LightPace = z.infer<typeof lightPaceSchema>
export type LoadToCapacity = z.infer<typeof loadToCapacitySchema>
export type CapacitySigns = z.infer<typeof capacitySignsSchema>
export type ResponsePace = z.infer<typeof responsePaceSchema>
export type ServerPace = z.infer<typeof serverPaceSchema>
export type Stalls = z.infer<typeof stallsSchema>
export type Refusals = z.infer<typeof refusalsSchema>
export type Standstills = z.infer<typeof standstillsSchema>
export type Certainty = z.infer<typeof certaintySchema>
