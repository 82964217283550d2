// Amounts of a run per second.
import type { RunTally } from '../scalar-metric.ts'

export function perSecond(amount: number, { durationS }: RunTally): number {
  return durationS > 0 ? amount / durationS : 0
}
