// A number as its column shows it.
import type { LatencyUnit } from '#core/format/latency-unit.ts'

/** Of the exact value: its symbol, alone or with the divisor that gives it. */
export type ExactUnit = string | LatencyUnit

type Format = (value: number | null | undefined) => string

export type MeasuredProps = Readonly<{
  value: number | null | undefined
  unit?: ExactUnit | undefined
  /** Rounded for reading; the exact value is on hover. */
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
