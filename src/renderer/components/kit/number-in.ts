// A number in its column.
import type { LatencyUnit } from '#core/metrics/latency-unit.ts'

/** Unit of the exact value: its symbol, alone or with its divisor. */
export type ExactUnit = string | LatencyUnit

type Format = (value: number | null | undefined) => string

export type MeasuredProps = Readonly<{
  value: number | null | undefined
  unit?: ExactUnit | undefined
  /** Rounds for reading; the exact value is on hover. */
  format?: Format | undefined
}>

export type NumberColumn<Row> = Readonly<{
  unit?: ExactUnit
  format?: Format
  value: (row: Row) => number | null | undefined
}>

export function numberIn(
  { unit, format }: Readonly<{ unit?: ExactUnit; format?: Format }>,
  value: number | null | undefined,
): MeasuredProps {
  return { value, unit, format }
}
