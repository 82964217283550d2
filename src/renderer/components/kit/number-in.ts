// A number as its column shows it.
type Format = (value: number | null | undefined) => string

export type MeasuredProps = Readonly<{
  value: number | null | undefined
  unit?: string | undefined
  /** Rounded for reading; the exact value is on hover. */
  format?: Format | undefined
}>

export type NumberColumn<Row> = Readonly<{
  unit?: string
  format?: Format
  value: (row: Row) => number | null | undefined
}>

export function numberIn(
  { unit, format }: Readonly<{ unit?: string; format?: Format }>,
  value: number | null | undefined,
): MeasuredProps {
  return { value, unit, format }
}
