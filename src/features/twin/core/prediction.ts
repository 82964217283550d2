// Request and result of a prediction, exchanged between the window and the application.
import { z } from 'zod'
import type { Message } from '#core/messages/message.ts'
import { mean } from '#core/base/spread.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import type { LatencyName } from './latency-figures.ts'
import { guessesOf, type GuessReason } from './ask-twin.ts'
import { type PredictionInterval, predictedKnee, scaledLengths } from './predict.ts'
import { type PredictionGrid, predictionGrid, usualStatistics } from './prediction-grid.ts'
import type { Twin, TwinRefusal } from './twin.ts'

const count = z.int().min(1).nullable().default(null)

export const predictionOrderSchema = z.object({
  /** Name or address of a server whose newest runs are used; null for the named runs. */
  server: z.string().nullable().default(null),
  runIds: z.array(z.string()).max(100).default([]),
  /** Means of the workload in tokens; null for the means of the runs. */
  inputLength: count,
  outputLength: count,
  /** Limits of the server; null for the limits during the runs. */
  engine: z
    .object({ maxNumSeqs: count, maxNumBatchedTokens: count, kvCacheTokens: count })
    .prefault({}),
})

export type PredictionOrder = z.infer<typeof predictionOrderSchema>

export type TwinPrediction = Readonly<{
  lengths: Readonly<{ inputMean: number; outputMean: number }>
  grid: PredictionGrid
  /** Requests per second; null if no known limit applies to the server. */
  knee: PredictionInterval | null
  guesses: readonly GuessReason[]
  /** Same as in the range that the runs show. */
  pauseEveryS: number
}>

/** A run that the twin is fitted to, as a point next to the predicted curve. */
export type FittedRun = Readonly<{
  id: string
  name: string
  /** Requests per second; null for a burst or a limit on requests in flight, whose latencies differ. */
  rate: number | null
  /** By latency, in ms, in the order of `usualStatistics`; null if not measured. */
  figures: Readonly<Record<LatencyName, readonly (FigureEstimate | null)[]>>
}>

type PredictionBasis = Readonly<{
  runs: readonly FittedRun[]
  model: string
  /** One sentence for each unusable run. */
  leftOut: readonly Message[]
  /** A seed that no run of the server has used, so that its caches do not contain the next run's prompts. */
  nextSeed: number
}>

export type Prediction = PredictionBasis &
  (
    | (Readonly<{ kind: 'predicted' }> & TwinPrediction)
    | Readonly<{ kind: 'refused'; refusal: TwinRefusal }>
  )

/** Validated by the application. */
export const predictionSchema = z.custom<Prediction>()

export function predictionOf(twin: Twin, order: PredictionOrder): TwinPrediction {
  const lengths = scaledLengths(twin.lengths, {
    promptTokens: order.inputLength,
    outputTokens: order.outputLength,
  })
  const { maxNumSeqs, maxNumBatchedTokens, kvCacheTokens } = order.engine
  const limits = {
    ...(maxNumSeqs !== null && { maxNumSeqs }),
    ...(maxNumBatchedTokens !== null && { maxNumBatchedTokens }),
    ...(kvCacheTokens !== null && { kvCacheTokens }),
  }
  const workload = { lengths, limits }
  const grid = predictionGrid(twin, workload, usualStatistics)
  return {
    lengths: {
      inputMean: mean(lengths.map(({ promptTokens }) => promptTokens)),
      outputMean: mean(lengths.map(({ outputTokens }) => outputTokens)),
    },
    grid,
    knee: predictedKnee(twin, workload),
    guesses: guessesOf(twin, workload, grid.most),
    pauseEveryS: twin.seen.pauseEveryS,
  }
}
