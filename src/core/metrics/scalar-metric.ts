// What the record of a scalar states: a figure of a run that is one number. The records are in scalars.ts.
import type { FigureLack } from './figure-lack.ts'
import type { MadeKind } from '../model/benchmark/made-kind.ts'

/** Sums and peaks of a run. Tokens, inputs and recordings are those of completed requests. */
export type RunTally = Readonly<{
  durationS: number
  /** Output tokens are known: figures of them are null otherwise. */
  countsTokens: boolean
  requests: number
  completed: number
  resent: number
  /** Requests rejected on every attempt, rejected attempts of all requests, and the waits between attempts. */
  rejected: number
  rejectedAttempts: number
  retryWaitS: number
  /** Requests that the client cancelled as intended, and the tokens it had received of them. */
  clientCancelled: number
  discardedTokens: number
  /** Requests within every limit of `--goodput`; null without limits. */
  good: number | null
  /** Output tokens of these. */
  goodTokens: number | null
  /** Of the whole server; null where it is not known. */
  pricePerHour: number | null
  inputTokens: number
  outputTokens: number
  /** Texts to embed or rank. */
  inputs: number
  /** Seconds of the recordings sent. */
  inputAudioS: number
  /** Responses that reasoned, those of them whose reasoning was not counted, and those that ended before an answer. */
  reasoned: number
  uncountedReasoning: number
  unanswered: number
  reasoningTokens: number
  /** Of the prompts, found in the server's prefix cache, and the responses that reported it. */
  cachedTokens: number
  cacheKnown: number
  /** Of the prompts of a trace, what an endless prefix cache would hold of earlier ones, and the requests of it. */
  reusableTokens: number
  reuseKnown: number
  /** Completed steps of agents, and trajectories that ended without a failure. */
  agentSteps: number
  trajectories: number
  /** Completed responses by what they hold in place of text. */
  made: Readonly<Record<MadeKind, number>>
  /** Seconds of sound and of video in them, responses whose sound had no audible gap, images and their pixels. */
  soundS: number
  continuous: number
  images: number
  pixels: number
  videoS: number
  videoFrames: number
  /** Most stream events and most requests in flight in one whole second, as vLLM counts. */
  peakEvents: number
  peakRequests: number
  /** The true peak of requests in flight. */
  peakConcurrency: number
  /** Null where nothing was sampled during the run, and until it is summarised. */
  sampled: SampledTally | null
}>

/** Of the GPUs and engines of the servers; null is what none reported. Energy in J, of the steady window where there is one. */
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
  /** In the summary of a stored run. */
  stored: Readonly<{
    type: 'int' | 'number'
    isNullable?: true
    /** Its value in runs of versions that did not have it yet. Required of every new scalar. */
    earlierRuns?: null | 0
  }>
  compute: (tally: RunTally) => number | null
  /** Follows from samples alone: left out of files where no run has it. */
  isSampled?: true
  /** Empty for a plain number. */
  unit: string
  /** Which direction is an improvement; absent where none is. */
  better?: 'higher' | 'lower'
  /** Backends that have it. */
  task: 'generation' | 'pooling' | 'any'
  /** Its place in result files. */
  file?: Readonly<{
    key: string
    /** Older spellings, read only. */
    aliases?: readonly string[]
    /** Written by us alone: added to our own files and reports, never to those of `--compat`. */
    isOwn?: true
    /** Not written at this value. */
    leftOutAt?: 0
  }>
  /** Of an imported file without the key: computed from its totals, from its requests, from its requests if they have times. */
  imported: 'totals' | 'requests' | 'times' | null
  /** Column of CSV files. */
  csv?: string
  /** Row of the printed report. */
  console?: Readonly<{
    label: string
    digits: 0 | 2
    /** Left out without a tokenizer. */
    countsTokens?: true
    leftOutAt?: 0
  }>
  /** Row at the head of a run's page. */
  page?: Readonly<{
    format: 'count' | 'number' | 'duration' | 'share'
    /** Shown though no request completed. */
    isAlwaysKnown?: true
    leftOutAt?: 0 | null
  }>
  /** Runs are compared by it. */
  compared?: Readonly<{
    family: 'throughput' | 'amount' | 'share'
    /** What its interval follows from: what is counted per second. */
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
    /** More load improves it, as it does every throughput, until the server is full. */
    improvesWithLoad?: true
    /** Speaks of requests within every limit of `--goodput`, and needs one. */
    needsGoals?: true
    /** Why a run may lack it; absent: its responses have no such figure. */
    lack?: FigureLack
    /** Has a place in the sentence that sums a comparison up. */
    inHeadline?: true
    /** Row of the printed comparison of server settings, by this title. */
    row?: string
  }>
  /** Column of tables of runs, and axis of curves in the window. */
  column?: true
  /** Column of tables of runs where any of them has a value: a share, or a figure with its unit. */
  shareColumn?: true
  /** Axis of the curves in saved pages. */
  savedAxis?: true
}>
