// Definition of a scalar: a metric of a run that is one number, and the sums it is computed from. The records are in scalars.ts.
import { endedReasoning, type MeasuredRequest, reasoned } from '#core/records/measured-request.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { FigureLack } from './figure-lack.ts'

export type Amounts<Item> = Readonly<Record<string, (item: Item) => number>>

/** Amounts that a request adds to the sums of its run. */
export const requestSums = {
  requests: () => 1,
  resent: ({ resent }) => Number(resent === true),
  /** Requests rejected on every attempt, rejected attempts of all requests, and the waits between attempts. */
  rejected: ({ error }) => Number(outcomeOf(error) === 'rejected'),
  rejectedAttempts: ({ error, retried }) =>
    Number(error?.code === 'rejected') + (retried?.attempts ?? 0),
  retryWaitS: ({ retried }) => retried?.waitS ?? 0,
  /** Requests that the client cancelled on purpose, and the tokens received before. */
  clientCancelled: ({ discardedTokens }) => Number(discardedTokens !== undefined),
  discardedTokens: ({ discardedTokens }) => discardedTokens ?? 0,
} as const satisfies Amounts<MeasuredRequest>

/** Amounts that a completed request adds. */
export const completedSums = {
  completed: () => 1,
  inputTokens: ({ promptTokens }) => promptTokens,
  outputTokens: ({ outputTokens }) => outputTokens,
  /** Seconds of audio sent for transcription. */
  inputAudioS: ({ inputAudioS }) => inputAudioS,
  /** Responses that reasoned; of these, responses without a count of reasoning tokens, and responses that ended before an answer. */
  reasoned: (request) => Number(reasoned(request)),
  uncountedReasoning: (request) =>
    Number(reasoned(request) && request.reasoningTokens === undefined),
  unanswered: (request) => Number(reasoned(request) && endedReasoning(request)),
  reasoningTokens: (request) => (reasoned(request) ? (request.reasoningTokens ?? 0) : 0),
  /** Prompt tokens found in the server's prefix cache, and the responses that reported them. */
  cachedTokens: ({ cachedTokens }) => cachedTokens ?? 0,
  cacheKnown: ({ cachedTokens }) => Number(cachedTokens !== undefined),
  /** Prompt tokens of a trace that an unlimited prefix cache would already hold, and the requests of the trace. */
  reusableTokens: ({ reusableTokens = 0, promptTokens }) => Math.min(reusableTokens, promptTokens),
  reuseKnown: ({ reusableTokens }) => Number(reusableTokens !== undefined),
  /** Responses whose events were mostly read together and late; and responses whose reasoning our tokenizer counted. */
  readAtOnce: ({ readAtOnce }) => Number(readAtOnce === true),
  recounted: (request) => Number(request.isRecounted === true && reasoned(request)),
} as const satisfies Amounts<MeasuredRequest>

/** Sums and peaks of a run, without the sums of features; scalars.ts has them all. */
export type BaseTally = Readonly<typeof otherThanSums> &
  TallyOf<typeof requestSums & typeof completedSums>

export type TallyOf<Sums> = Readonly<Record<keyof Sums, number>>

export const otherThanSums = {
  durationS: 0,
  /** Whether output tokens are known; if not, metrics of them are null. */
  countsTokens: true as boolean,
  /** Requests within every limit of `--goodput`, and their output tokens; null without limits. */
  good: null as number | null,
  goodTokens: null as number | null,
  /** Token deadlines from the limits on TPOT and TTFT of `--goodput`, and missed ones; 0 without a limit on TPOT. */
  deadlines: 0,
  missedDeadlines: 0,
  /** Price of the whole server; null if unknown. */
  pricePerHour: null as number | null,
  /** Maximum stream events and maximum requests in flight in one whole second, as vLLM counts. */
  peakEvents: 0,
  peakRequests: 0,
  /** True peak of requests in flight. */
  peakConcurrency: 0,
}

export type ScalarMetric<Tally = BaseTally> = Readonly<{
  /** Scalar of the base, or of the same feature, that a feature's scalar follows in files and lists. */
  listedAfter?: string
  /** Type in the summary of a stored run. */
  stored: Readonly<{
    type: 'int' | 'number'
    isNullable?: true
    /** Value for runs of versions that lacked it. Required for every new scalar. */
    earlierRuns?: null | 0
  }>
  compute: (tally: Tally) => number | null
  /** Computes it from the telemetry of a run instead; files omit it if no run has it. */
  sampled?: (telemetry: never) => number | null
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
    /** Leading row that a feature's scalar follows. */
    after?: string
    /** Shown even if no request completed. */
    isAlwaysKnown?: true
    leftOutAt?: 0 | null
  }>
  /** Entry in comparisons of runs. */
  compared?: Readonly<{
    family: 'throughput' | 'amount' | 'share'
    /** Leading scalar that a feature's scalar follows. */
    after?: string
    /** Quantity per second that its interval is derived from, or its interval by the telemetry of a run. */
    interval:
      | ((telemetry: never) => Readonly<{ low: number; high: number }> | null)
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
      | 'outputTokenCost'
      | 'goodTokenCost'
      | 'none'
    /** Higher load improves it until the server saturates, like every throughput. */
    improvesWithLoad?: true
    /** Counts only requests within every limit of `--goodput`, so the run needs such limits. */
    needsGoals?: true
    /** Reason that a run may have no value; if absent, its responses have no such metric. */
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

/** Defaults of a record: a plain number for backends that generate, absent from files without the key. */
export const scalarDefaults = { unit: '', task: 'generation', imported: null } as const

type DefaultField = keyof typeof scalarDefaults

export type ScalarRecord<Tally = BaseTally> = Omit<ScalarMetric<Tally>, DefaultField> &
  Partial<Pick<ScalarMetric, DefaultField>>
