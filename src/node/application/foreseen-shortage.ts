// Runs that will have too few responses for one of their percentiles: predicted before they are made.
import type { RequestShortage } from '#contract/views.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { demandingPercentile } from '#core/judgement/demanding-percentile.ts'

/** 0 requests where they are not known before. */
type Foreseen = Readonly<{ config: BenchmarkConfig; requests: number }>

/** Of runs that ask for different percentiles, what the most demanding takes; null where all have enough. */
export function foreseenShortage(runs: readonly Foreseen[]): RequestShortage | null {
  const short = runs.flatMap(({ config, requests }) => {
    const demand = demandingPercentile(config.metricPercentiles)
    return demand === null || requests === 0 || requests >= demand.fewestRequests ? [] : [demand]
  })
  const most = short.toSorted((a, b) => b.fewestRequests - a.fewestRequests)[0]
  return most === undefined ? null : { ...most, runs: short.length }
}
