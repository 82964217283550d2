// Queries a twin for the curve, the knee, capacities, one load and replicas, and for the reasons that any of them is a guess.
import { mean } from '#core/base/spread.ts'
import type { EngineLimits, RequestLengths } from './engine-model.ts'
import {
  type LatencyLimit,
  type PredictionInterval,
  type PredictedLoad,
  predictedCapacity,
  predictedKnee,
  predictedLatency,
  type PredictedWorkload,
  intervalOf,
  type SampleRun,
  sampleRuns,
  scaledLengths,
} from './predict.ts'
import { capacityInGrid, type PredictionGrid, predictionGrid } from './prediction-grid.ts'
import type { Twin } from './twin.ts'

/** Exported for tests. */
export type TwinQuestion = Readonly<{
  /** A load to predict besides the curve; null for none. */
  load: PredictedLoad | null
  /** Means of the workload; null for the means of the runs. */
  inputLength: number | null
  outputLength: number | null
  /** Limits of the server, instead of the limits during the runs. */
  engine: Partial<EngineLimits>
  limits: readonly LatencyLimit[]
  /** Requests per second that several servers should sustain together; null to skip this question. */
  demand: number | null
}>

/** Latencies in seconds. */
export type PredictedPoint = Readonly<{
  load: PredictedLoad
  ttftP50: PredictionInterval
  ttftP99: PredictionInterval
  tpotMean: PredictionInterval
  e2elMean: PredictionInterval
  requestsPerSecond: PredictionInterval
  outputTokensPerSecond: PredictionInterval
}>

/** Reasons that an answer is a guess: it depends on something that the runs did not show. */
export const guessReasons = [
  'more-sequences',
  'more-kv-tokens',
  'longer-prompts',
  'other-lengths',
  'longer-steps',
  'only-queues',
] as const

export type GuessReason = (typeof guessReasons)[number]

export type TwinAnswer = Readonly<{
  lengths: Readonly<{ inputMean: number; outputMean: number }>
  curve: readonly PredictedPoint[]
  at: PredictedPoint | null
  /** Null if no known limit applies to the server. */
  capacity: PredictionInterval | null
  knee: PredictionInterval | null
  capacityWithinLimits: PredictionInterval | null
  /** Servers that sustain the demand within the limits, or at full load without limits. */
  replicas: PredictionInterval | null
  guesses: readonly GuessReason[]
}>

/** Shares of the capacity, or of the highest measured throughput. */
const curveShares = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9]
/** Maximum factor between a mean length and the runs' own, beyond which the answer is a guess. */
const mostScaled = 2.5

export function askTwin(twin: Twin, question: TwinQuestion): TwinAnswer {
  const { inputLength, outputLength, engine, limits, demand } = question
  const lengths = scaledLengths(twin.lengths, {
    promptTokens: inputLength,
    outputTokens: outputLength,
  })
  const workload = { lengths, limits: engine }
  const capacity = predictedCapacity(twin, workload)
  const highest = capacity?.value ?? twin.seen.requestsPerSecond
  const ran = (load: PredictedLoad): LoadRuns => ({
    load,
    runs: sampleRuns(twin.samples, workload, load),
  })
  const curve = curveShares.map((share) =>
    ran({ requestRate: Number((share * highest).toPrecision(3)) }),
  )
  const at = question.load && ran(question.load)
  const asked = [...new Set(limits.map(({ percentile }) => percentile))]
  const within =
    limits.length === 0 ? null : capacityInGrid(predictionGrid(twin, workload, asked), limits)
  const runs = [...curve, ...(at === null ? [] : [at])].flatMap((each) => each.runs)
  return {
    lengths: {
      inputMean: mean(lengths.map(({ promptTokens }) => promptTokens)),
      outputMean: mean(lengths.map(({ outputTokens }) => outputTokens)),
    },
    curve: curve.map(pointOf),
    at: at && pointOf(at),
    capacity,
    knee: predictedKnee(twin, workload),
    capacityWithinLimits: within,
    replicas: replicasFor(demand, limits.length === 0 ? capacity : within),
    guesses: guessesOf(twin, workload, {
      running: most(runs.map(({ mostRunning }) => mostRunning)),
      kvTokens: most(runs.map(({ mostKvTokens }) => mostKvTokens)),
    }),
  }
}

type LoadRuns = Readonly<{ load: PredictedLoad; runs: readonly SampleRun[] }>

function pointOf({ load, runs }: LoadRuns): PredictedPoint {
  return {
    load,
    ttftP50: predictedLatency(runs, 'ttft', 50),
    ttftP99: predictedLatency(runs, 'ttft', 99),
    tpotMean: predictedLatency(runs, 'tpot', null),
    e2elMean: predictedLatency(runs, 'e2el', null),
    requestsPerSecond: intervalOf(runs.map(({ requestsPerSecond }) => requestsPerSecond)),
    outputTokensPerSecond: intervalOf(
      runs.map(({ outputTokensPerSecond }) => outputTokensPerSecond),
    ),
  }
}

/** Null without a demand. Assumes a router at random, which gives each server a Poisson process; other routers do no worse. */
export function replicasFor(
  demand: number | null,
  each: PredictionInterval | null,
): TwinAnswer['replicas'] {
  if (demand === null || each === null) return null
  const count = (rate: number) => (rate > 0 ? Math.ceil(demand / rate) : Infinity)
  return { low: count(each.high), value: count(each.value), high: count(each.low) }
}

function most(values: readonly number[]): number {
  return values.reduce((max, each) => Math.max(max, each), 0)
}

/** `used` is the maximum that the predicted loads use of the engine. */
export function guessesOf(
  { seen, limitSources, lengths, model }: Twin,
  workload: PredictedWorkload,
  used: PredictionGrid['most'],
): GuessReason[] {
  const isUnknown = (name: keyof EngineLimits) =>
    limitSources[name] === 'unknown' && workload.limits[name] === undefined
  const scale = (of: (each: RequestLengths) => number) => {
    const factor = mean(workload.lengths.map(of)) / mean(lengths.map(of))
    return Math.max(factor, 1 / factor)
  }
  const sequences = isUnknown('maxNumSeqs') ? used.running : (workload.limits.maxNumSeqs ?? 0)
  const reasons: Record<GuessReason, boolean> = {
    'more-sequences': sequences > 1.1 * seen.sequences,
    'more-kv-tokens': isUnknown('kvCacheTokens') && used.kvTokens > 1.5 * seen.kvTokens,
    'longer-prompts':
      most(workload.lengths.map(({ promptTokens }) => promptTokens)) >
      mostScaled * seen.promptTokens,
    'other-lengths':
      scale(({ promptTokens }) => promptTokens) > mostScaled ||
      scale(({ outputTokens }) => outputTokens) > mostScaled,
    'longer-steps': (workload.limits.maxNumBatchedTokens ?? 0) > model.limits.maxNumBatchedTokens,
    'only-queues': seen.queuedShare > 0.5,
  }
  return guessReasons.filter((reason) => reasons[reason])
}
