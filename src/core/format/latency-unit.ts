// Latencies are kept in ms and shown in ms below one second, in s above. An axis has the unit of its largest value; a
// column that of its median, so that one slow run does not turn the others into 0.0258 s.
import { formatNumber } from './numbers.ts'

export type LatencyUnit = Readonly<{ symbol: 'ms' | 's'; ms: number }>

const milliseconds: LatencyUnit = { symbol: 'ms', ms: 1 }
const seconds: LatencyUnit = { symbol: 's', ms: 1000 }

/** The unit that suits the largest of some latencies. */
export function axisUnit(valuesMs: readonly (number | null)[]): LatencyUnit {
  return valuesMs.some((value) => value !== null && value >= 1000) ? seconds : milliseconds
}

/** The unit that suits the median of some latencies; of an even number, the lower of the two in the middle. */
export function columnUnit(valuesMs: readonly (number | null)[]): LatencyUnit {
  const sorted = valuesMs.filter((value) => value !== null).sort((a, b) => a - b)
  return axisUnit([sorted[Math.ceil(sorted.length / 2) - 1] ?? null])
}

/** Writes latencies given in ms in this unit, without naming it; to a microsecond, or a tenth of a millisecond in s. */
export function latencyFormat(unit: LatencyUnit): (valueMs: number | null | undefined) => string {
  return (valueMs) =>
    formatNumber(
      valueMs === null || valueMs === undefined ? null : valueMs / unit.ms,
      unit.ms === 1 ? 3 : 4,
    )
}
