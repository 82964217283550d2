// How sure the numbers of a run are, and signs that it was what it was meant to be.
import { z } from 'zod'
import { metricNames } from '#core/metrics/latencies.ts'

const certainFigureSchema = z.object({
  metric: z.enum(metricNames),
  /** Null is the mean. */
  percentile: z.number().nullable(),
  /** Holds the true value with 95 % confidence; null where there were too few values. */
  intervalMs: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Standard error by the spread of batches alone; absent for percentiles, and for runs of earlier versions. */
  spreadErrorMs: z.number().optional(),
  /** Values it takes for an interval. */
  fewestValues: z.int(),
})

/** Per second; null for what happened less than twice. */
const achievedRateSchema = z.object({
  asked: z.number(),
  /** Less where our client held requests back, or was too slow. */
  sent: z.number().nullable(),
  /** Less where the server took more than it gave back, so that requests piled up in it. */
  answered: z.number().nullable(),
})

/** Time of a response that waits for no other: to its first token, and per token after it. */
export const lightPaceSchema = z.object({ ttftMs: z.number(), tpotMs: z.number() })

/** From the start of the run. Formulas: docs/measuring.md. */
const responsePaceSchema = z.object({
  /** Requests ÷ rate. */
  scheduleS: z.number(),
  lastResponseS: z.number(),
  /**
   * Least wait for a first token among the last requests, less the least of all: none had an empty queue before it. Plus
   * how much longer the last requests were rejected and retried than the first.
   */
  standingWaitS: z.number(),
  /** How much of either the requests spent in the client, waiting for a place; absent for runs of earlier versions. */
  heldBack: z.object({ lastS: z.number(), standingS: z.number() }).optional(),
  /** Of the run itself. */
  fastest: lightPaceSchema,
  /** Requests of which one ends last, whatever the pace of the server. */
  demands: z.array(z.object({ dueS: z.number(), tokens: z.int() })),
})

const stallsSchema = z.object({
  /** The longest gap between two tokens of any request; 0 where there was none. */
  worstS: z.number(),
  /** Gaps as long as a stall or longer. */
  gaps: z.int(),
  /** Requests that had one. */
  requests: z.int(),
})

const factorsSchema = z.object({ low: z.number(), high: z.number() })

/** The true throughput is the measured one times a factor in between, with 95 % confidence. */
const throughputFactorsSchema = z.object({
  requests: factorsSchema,
  outputTokens: factorsSchema,
  /** Prompts and outputs. */
  totalTokens: factorsSchema,
  /** Output of requests within every limit of `--goodput`; absent without limits. */
  goodTokens: factorsSchema.optional(),
  /** Absent where no agent ended. */
  trajectories: factorsSchema.optional(),
  /** Seconds of sound or video, or images; absent where responses were text. */
  made: factorsSchema.optional(),
})

/** Interval of total ÷ duration. */
const throughputCertaintySchema = throughputFactorsSchema.extend({
  /** Amounts per second of the schedule, and within the steady window. Runs of earlier versions lack them. */
  offered: throughputFactorsSchema.optional(),
  steady: throughputFactorsSchema.optional(),
})

const steadinessStates = [
  'steady',
  /** The load rose, or fell, all the way. */
  'ramp',
  'drain',
  /** The load was the same, what the server made of it was not. */
  'drifting',
  'too-short',
] as const

const steadinessSchema = z.object({
  state: z.enum(steadinessStates),
  /** From the beginning of the steady window to its end, in shares of the median. */
  inFlightChange: z.number(),
  latencyChange: z.number(),
})

export const certaintySchema = z.object({
  figures: z.array(certainFigureSchema),
  /** Null where nothing was answered, and for runs of earlier versions. */
  throughput: throughputCertaintySchema.nullable().default(null),
  /** Holds the true share of requests that kept every goal; null without goals, and for runs of earlier versions. */
  goodShare: z.object({ low: z.number(), high: z.number() }).nullable().default(null),
  /** Hold the true shares of reasoning and cached tokens; absent where these were not known. */
  reasoningShare: factorsSchema.optional(),
  cachedShare: factorsSchema.optional(),
  /** Hold the true tokens per request; absent likewise, and for runs of earlier versions. */
  meanReasoningTokens: factorsSchema.optional(),
  meanCachedTokens: factorsSchema.optional(),
  /** Null where all requests were due at once. */
  rate: achievedRateSchema.nullable(),
  /** Null where requests were not spread over time, for few responses, and for runs of earlier versions. */
  pace: responsePaceSchema.nullable().default(null),
  /** Rate × latency per requests in flight in the steady state; null where there was none. */
  littlesLawRatio: z.number().nullable(),
  /** Of the steady window; null where there was none, and for runs of earlier versions. */
  steadiness: steadinessSchema.nullable().default(null),
  stalls: stallsSchema,
})

export type CertainFigure = z.infer<typeof certainFigureSchema>
export type AchievedRate = z.infer<typeof achievedRateSchema>
export type ThroughputFactors = z.infer<typeof throughputFactorsSchema>
export type ThroughputCertainty = z.infer<typeof throughputCertaintySchema>
export type Steadiness = z.infer<typeof steadinessSchema>
export type LightPace = z.infer<typeof lightPaceSchema>
export type ResponsePace = z.infer<typeof responsePaceSchema>
export type Stalls = z.infer<typeof stallsSchema>
export type Certainty = z.infer<typeof certaintySchema>
