// Latencies are kept in ms and shown in ms below one second, in s above; a whole axis or column shares one unit.
import { formatNumber } from './numbers.ts'

export type LatencyUnit = Readonly<{ symbol: 'ms' | 's'; ms: number }>

const milliseconds: LatencyUnit = { symbol: 'ms', ms: 1 }
const seconds: LatencyUnit = { symbol: 's', ms: 1000 }

/** The unit that suits the largest of some latencies. */
export function latencyUnit(valuesMs: readonly (number | null)[]): LatencyUnit {
  return valuesMs.some((value) => value !== null && value >= 1000) ? seconds : milliseconds
}

/** Writes latencies given in ms in this unit, without naming it; to a microsecond, or a tenth of a millisecond in s. */
export function latencyFormat(unit: LatencyUnit): (valueMs: number | null | undefined) => string {
  return (valueMs) =>
    formatNumber(
      valueMs === null || valueMs === undefined ? null : valueMs / unit.ms,
      unit.ms === 1 ? 3 : 4,
    )
}
