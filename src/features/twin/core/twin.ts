// A twin: samples of the engine that fits the runs of a server, and how well each part of it is known.
import type { EngineLimits, EngineModel, RequestLengths } from './engine-model.ts'

/** How a limit of the engine is known. Unknown: the runs did not reach it. */
export type LimitSource = 'stated' | 'found' | 'unknown'

export type TwinSample = Readonly<{
  model: EngineModel
  /** Deviations of this sample from its costs that the runs allow: factors of every step and of every TTFT. */
  slowness: number
  ttftFactor: number
  /** Indices into `lengths` of the twin, because other requests of the same workload could have been sent. */
  drawnRequests: Uint32Array
}>

/** Maximum use of the engine during the runs; beyond it, a prediction extrapolates. */
export type SeenRange = Readonly<{
  sequences: number
  kvTokens: number
  /** Length of the longest prompt. */
  promptTokens: number
  requestsPerSecond: number
  /** Pauses less frequent than one per this number of seconds may be missing from the runs (95 % confidence). */
  pauseEveryS: number
  /** Share of the steps during which requests waited, in the run with the fewest waits. */
  queuedShare: number
}>

export type Twin = Readonly<{
  model: EngineModel
  samples: readonly TwinSample[]
  limitSources: Readonly<Record<keyof EngineLimits, LimitSource>>
  seen: SeenRange
  /** Lengths of the requests of its runs. */
  lengths: readonly RequestLengths[]
  /** Standard deviations of log(figure of a run ÷ figure of its replay). */
  misfit: Readonly<{ step: number; ttft: number }>
  checks: readonly FitCheck[]
}>

export const checkedStatistics = [
  'tpot mean',
  'tpot p10',
  'tpot p90',
  'ttft mean',
  'ttft p50',
  'ttft p90',
  'ttft p99',
  'throughput',
] as const

export type CheckedStatistic = (typeof checkedStatistics)[number]

/** A figure of a run or of a part of it, and the median in its replays. */
export type FitCheck = Readonly<{
  run: string
  /** All requests, or the third with the shortest or longest prompts or outputs. */
  part: 'all' | 'short prompts' | 'long prompts' | 'short outputs' | 'long outputs'
  figure: CheckedStatistic
  /** Seconds, or requests per second. */
  measured: number
  replayed: number
  /** Relative difference above which the model does not describe the server. */
  tolerance: number
}>

/** Relative. */
export function differenceOf({ measured, replayed }: FitCheck): number {
  return replayed / measured - 1
}

export type TwinRefusal =
  | Readonly<{ why: 'too-little'; requests: number; steps: number }>
  | Readonly<{ why: 'failures'; run: string; share: number }>
  | Readonly<{ why: 'irregular'; run: string; share: number }>
  | Readonly<{ why: 'no-common-steps'; share: number }>
  | Readonly<{ why: 'noisy-steps'; deviation: number }>
  | Readonly<{ why: 'stalls'; count: number; longestS: number; totalS: number; most: number }>
  | Readonly<{ why: 'warming'; from: string; to: string; change: number }>
  | Readonly<{ why: 'drift'; run: string; change: number }>
  | Readonly<{ why: 'misfit'; checks: readonly FitCheck[] }>

export type TwinFit =
  Readonly<{ kind: 'fitted'; twin: Twin }> | Readonly<{ kind: 'refused'; refusal: TwinRefusal }>
