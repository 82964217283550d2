// Arrival process of a benchmark, from its flags.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ArrivalPattern, RampUp } from './arrivals.ts'

export function arrivalPatternOf(config: BenchmarkConfig): ArrivalPattern {
  return {
    requestRate: finiteOrInfinity(config.requestRate),
    burstiness: finiteOrInfinity(config.burstiness),
    rampUp: rampUpOf(config),
  }
}

function rampUpOf({
  rampUpStrategy: strategy,
  rampUpStartRps: startRps,
  rampUpEndRps: endRps,
}: BenchmarkConfig): RampUp | null {
  return strategy === null || startRps === null || endRps === null
    ? null
    : { strategy, startRps, endRps }
}

function finiteOrInfinity(value: number | 'inf'): number {
  return value === 'inf' ? Infinity : value
}
