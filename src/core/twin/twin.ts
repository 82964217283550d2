// A twin: samples of the engine that fits the runs of a server, and what of it is known.
import type { EngineLimits, EngineModel, RequestLengths } from './engine-model.ts'

/** How a limit of the engine is known. Unknown: only that it exceeds what the runs used. */
export type LimitSource = 'stated' | 'found' | 'unknown'

export type TwinSample = Readonly<{
  model: EngineModel
  /** Deviations of this sample from its costs that the runs allow: factors of every step and of every TTFT. */
  slowness: number
  ttftFactor: number
  /** Places in `lengths` of the twin, drawn anew: other requests of the same workload might have been sent. */
  places: Uint32Array
}>

/** The most that the runs used of the engine: beyond it a prediction extrapolates. */
export type SeenRange = Readonly<{
  sequences: number
  kvTokens: number
  promptTokens: Readonly<{ mean: number; longest: number }>
  outputTokens: Readonly<{ mean: number }>
  requestsPerSecond: number
}>

export type Twin = Readonly<{
  model: EngineModel
  samples: readonly TwinSample[]
  limitSources: Readonly<Record<keyof EngineLimits, LimitSource>>
  seen: SeenRange
  /** Lengths of the requests of its runs. */
  lengths: readonly RequestLengths[]
  /** Standard deviations of the logarithm by which a run differs from its replay. */
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

/** A figure of a run, or of the requests of a third of its lengths, and the same from a replay. */
export type FitCheck = Readonly<{
  run: string
  /** All requests, or the third with the shortest or longest prompts or responses. */
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
  | Readonly<{ why: 'stalls'; share: number }>
  | Readonly<{ why: 'drift'; run: string; change: number }>
  | Readonly<{ why: 'misfit'; checks: readonly FitCheck[] }>

export type TwinFit =
  | Readonly<{ kind: 'fitted'; twin: Twin }>
  | Readonly<{ kind: 'refused'; refusal: TwinRefusal; twin: Twin | null }>
