// How long prompts and answers of a run were, in tokens and in the order of the plan.
import type { RequestRecord } from '../model/run/request-record.ts'
import { listedDurations } from '../stats/durations/durations.ts'
import { isSuccess, measuredFromRecord } from '../stats/measured-request.ts'
import { quantileS } from '../stats/durations/quantile.ts'

export type TokenLengths = Readonly<{ prompt: readonly number[]; output: readonly number[] }>

export type LengthStats = Readonly<{ mean: number; median: number; p99: number; max: number }>

/** A failed request has no answer. */
export function tokenLengthsOf(records: readonly RequestRecord[]): TokenLengths {
  const requests = records.map(measuredFromRecord)
  return {
    prompt: records.map(({ promptTokens }) => promptTokens),
    output: requests.map((request) => (isSuccess(request) ? request.outputTokens : 0)),
  }
}

export function totalLengths({ prompt, output }: TokenLengths): readonly number[] {
  return prompt.map((tokens, index) => tokens + (output[index] ?? 0))
}

export function lengthStats(lengths: readonly number[]): LengthStats {
  const sorted = listedDurations(Float64Array.from(lengths))
  return {
    mean: sorted.meanS,
    median: quantileS(sorted, 0.5),
    p99: quantileS(sorted, 0.99),
    max: quantileS(sorted, 1),
  }
}
