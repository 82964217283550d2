// Definition of a scalar: a metric of a run that is one number. The records are in scalars.ts.
import type { FigureLack } from './figure-lack.ts'
import type { MadeKind } from '#core/records/made-kind.ts'

/** Sums and peaks of a run. Tokens, inputs and recordings count completed requests only. */
export type RunTally = Readonly<{
  durationS: number
  /** Whether output tokens are known; if not, metrics of them are null. */
  countsTokens: boolean
  requests: number
  completed: number
  resent: number
  /** Requests rejected on every attempt, rejected attempts of all requests, and the waits between attempts. */
  rejected: number
  rejectedAttempts: number
  retryWaitS: number
  /** Requests that the client cancelled on purpose, and the tokens received by then. */
  clientCancelled: number
  discardedTokens: number
  /** Requests within every limit of `--goodput`; null without limits. */
  good: number | null
  /** Output tokens of the good requests. */
  goodTokens: number | null
  /** Deadlines of tokens by the limits on TPOT and TTFT of `--goodput`, and those missed; 0 without a limit on TPOT. */
  deadlines: number
  missedDeadlines: number
  /** Price of the whole server; null if unknown. */
  pricePerHour: number | null
  inputTokens: number
  outputTokens: number
  /** Texts to embed or rank. */
  inputs: number
  /** Seconds of audio sent for transcription. */
  inputAudioS: number
  /** Responses that reasoned; of these, responses without a count of reasoning tokens, and responses that ended before an answer. */
  reasoned: number
  uncountedReasoning: number
  unanswered: number
  reasoningTokens: number
  /** Prompt tokens found in the server's prefix cache, and the responses that reported them. */
  cachedTokens: number
  cacheKnown: number
  /** Prompt tokens of a trace that an unlimited prefix cache would already hold, and the requests of the trace. */
  reusableTokens: number
  reuseKnown: number
  /** Completed steps of agents, and trajectories that ended without a failure. */
  agentSteps: number
  trajectories: number
  /** Completed responses by the kind of media they contain instead of text. */
  made: Readonly<Record<MadeKind, number>>
  /** Seconds of audio and of video, responses whose audio had no audible gap, images and their pixels. */
  soundS: number
  continuous: number
  images: number
  pixels: number
  videoS: number
  videoFrames: number
  /** Most stream events and most requests in flight in one whole second, as vLLM counts. */
  peakEvents: number
  peakRequests: number
  /** True peak of requests in flight. */
  peakConcurrency: number
  /** Null if nothing was sampled during the run, and until the samples are summarised. */
  sampled: SampledTally | null
}>

/** Metrics of the servers' GPUs and engines; null if none reported it. Energy in J, of the steady window if there is one. */
type SampledTally = Readonly<{
  meanPowerW: number | null
  tokenJ: number | null
  outputTokenJ: number | null
  goodTokenJ: number | null
  imbalance: number | null
}>

export const emptyTally: RunTally = {
  durationS: 0,
  countsTokens: true,
  requests: 0,
  completed: 0,
  resent: 0,
  rejected: 0,
  rejectedAttempts: 0,
  retryWaitS: 0,
  clientCancelled: 0,
  discardedTokens: 0,
  good: null,
  goodTokens: null,
  deadlines: 0,
  missedDeadlines: 0,
  pricePerHour: null,
  inputTokens: 0,
  outputTokens: 0,
  inputs: 0,
  inputAudioS: 0,
  reasoned: 0,
  uncountedReasoning: 0,
  unanswered: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  cacheKnown: 0,
  reusableTokens: 0,
  reuseKnown: 0,
  agentSteps: 0,
  trajectories: 0,
  made: { sound: 0, images: 0, video: 0 },
  soundS: 0,
  continuous: 0,
  images: 0,
  pixels: 0,
  videoS: 0,
  videoFrames: 0,
  peakEvents: 0,
  peakRequests: 0,
  peakConcurrency: 0,
  sampled: null,
}

export type ScalarMetric = Readonly<{
  /** Type in the summary of a stored run. */
  stored: Readonly<{
    type: 'int' | 'number'
    isNullable?: true
    /** Value for runs of versions that lacked it. Required of every new scalar. */
    earlierRuns?: null | 0
  }>
  compute: (tally: RunTally) => number | null
  /** Derived from samples alone; files omit it if no run has it. */
  isSampled?: true
  unit: string
  /** Direction of improvement; absent if neither direction is better. */
  better?: 'higher' | 'lower'
  /** Backends that have it. */
  task: 'generation' | 'pooling' | 'any'
  /** Entry in result files. */
  file?: Readonly<{
    key: string
    /** Older spellings, accepted when reading only. */
    aliases?: readonly string[]
    /** Our own key, written to our own files and reports, never under `--compat`. */
    isOwn?: true
    /** Value at which files omit it. */
    leftOutAt?: 0
  }>
  /** Source for an imported file without the key: its totals, its requests, or its requests if they have times. */
  imported: 'totals' | 'requests' | 'times' | null
  /** Column of CSV files. */
  csv?: string
  /** Row of the printed report. */
  console?: Readonly<{
    label: string
    digits: 0 | 2
    /** Omitted without a tokenizer. */
    countsTokens?: true
    leftOutAt?: 0
  }>
  /** Row at the head of a run's page. */
  page?: Readonly<{
    format: 'count' | 'number' | 'duration' | 'share'
    /** Shown even if no request completed. */
    isAlwaysKnown?: true
    leftOutAt?: 0 | null
  }>
  /** Entry in comparisons of runs. */
  compared?: Readonly<{
    family: 'throughput' | 'amount' | 'share'
    /** Quantity per second that its interval is derived from. */
    interval:
      | 'requests'
      | 'outputTokens'
      | 'totalTokens'
      | 'goodRequests'
      | 'trajectories'
      | 'made'
      | 'reasoningShare'
      | 'cachedShare'
      | 'meanReasoningTokens'
      | 'meanCachedTokens'
      | 'tokenEnergy'
      | 'outputTokenEnergy'
      | 'goodTokenEnergy'
      | 'outputTokenCost'
      | 'goodTokenCost'
      | 'none'
    /** More load improves it until the server is full, as with every throughput. */
    improvesWithLoad?: true
    /** Counts only requests within every limit of `--goodput`, so the run needs such limits. */
    needsGoals?: true
    /** Reason why a run may have no value; absent: its responses have no such metric. */
    lack?: FigureLack
    /** Appears in the sentence that summarises a comparison. */
    inHeadline?: true
  }>
  /** Column of tables of runs, and axis of curves in the window. */
  column?: true
  /** Column of tables of runs, shown if any run has a value: a share, or a value with its unit. */
  shareColumn?: true
  /** Axis of the curves in saved pages. */
  savedAxis?: true
}>

/** Defaults of a record: a plain number of backends that generate, absent from files without the key. */
export const scalarDefaults = { unit: '', task: 'generation', imported: null } as const

type DefaultField = keyof typeof scalarDefaults

export type ScalarRecord = Omit<ScalarMetric, DefaultField> &
  Partial<Pick<ScalarMetric, DefaultField>>
