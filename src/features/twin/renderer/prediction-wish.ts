// Form of a prediction, as text: a limit and a demand, and another workload or other limits of the server.
import { z } from 'zod'
import type { PredictionOrder } from '#features/twin/core/prediction.ts'
import { positiveNumber } from '#renderer/drafts/sizing-wish.ts'

const limitedLatencies = ['ttft', 'tpot', 'e2el'] as const

export const writtenPredictionSchema = z.object({
  latency: z.enum(limitedLatencies).default('ttft'),
  /** A percentile, or `mean`. */
  statistic: z.enum(['mean', '50', '90', '95', '99']).default('99'),
  boundMs: z.string().default('500'),
  demand: z.string().default(''),
  inputLength: z.string().default(''),
  outputLength: z.string().default(''),
  maxNumSeqs: z.string().default(''),
  maxNumBatchedTokens: z.string().default(''),
  kvCacheTokens: z.string().default(''),
})

export type WrittenPrediction = z.infer<typeof writtenPredictionSchema>

/** Fields that require a new run of the twin; all of them are whole numbers or empty. */
export const workloadFields = [
  'inputLength',
  'outputLength',
  'maxNumSeqs',
  'maxNumBatchedTokens',
  'kvCacheTokens',
] as const

export function percentileOf({ statistic }: WrittenPrediction): number | null {
  return statistic === 'mean' ? null : Number(statistic)
}

/** Excludes the runs. Omits fields that are not whole numbers. */
export function orderOf(written: WrittenPrediction): Omit<PredictionOrder, 'server' | 'runIds'> {
  const count = (name: (typeof workloadFields)[number]) => {
    const value = positiveNumber(written[name])
    return value === null ? null : Math.max(1, Math.round(value))
  }
  return {
    inputLength: count('inputLength'),
    outputLength: count('outputLength'),
    engine: {
      maxNumSeqs: count('maxNumSeqs'),
      maxNumBatchedTokens: count('maxNumBatchedTokens'),
      kvCacheTokens: count('kvCacheTokens'),
    },
  }
}

/** Equivalent arguments of `kneepoint predict`. */
export function predictWords(
  written: WrittenPrediction,
  {
    server,
    runIds,
    limit,
  }: Readonly<{ server: string | null; runIds: readonly string[]; limit: string | null }>,
): string[] {
  const flags = {
    '--limit': limit,
    '--demand': positiveNumber(written.demand),
    '--input-len': orderOf(written).inputLength,
    '--output-len': orderOf(written).outputLength,
    '--max-num-seqs': orderOf(written).engine.maxNumSeqs,
    '--max-num-batched-tokens': orderOf(written).engine.maxNumBatchedTokens,
    '--kv-cache-tokens': orderOf(written).engine.kvCacheTokens,
  }
  return [
    ...['kneepoint', 'predict'],
    ...(server === null ? runIds : ['--server', server]),
    ...Object.entries(flags).flatMap(([flag, value]) =>
      value === null ? [] : [flag, String(value)],
    ),
  ]
}
