// Linear least squares by the normal equations.
import { backward, cholesky, forward, type Matrix } from './cholesky.ts'

/** Pivot of scaled columns below which they count as linearly dependent. */
const leastPivot = 1e-9

/** Coefficients that fit `columns` to `values` best; null if the columns are linearly dependent. */
export function leastSquares(
  columns: readonly (readonly number[])[],
  values: readonly number[],
): Float64Array | null {
  const product = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
  return solvedNormalEquations(
    columns.map((column) => Float64Array.from(columns, (other) => product(column, other))),
    columns.map((column) => product(column, values)),
  )
}

/** `products`: sums of the products of two columns; `targets`: of a column and the values. Null if the columns are dependent. */
export function solvedNormalEquations(
  products: Matrix,
  targets: readonly number[],
): Float64Array | null {
  const scales = products.map((row, at) => Math.sqrt(row[at] ?? 0))
  if (scales.includes(0)) return null
  const scaled = (value: number, at: number) => value / (scales[at] ?? 1)
  const matrix = products.map((row, at) =>
    row.map((value, other) => scaled(scaled(value, at), other)),
  )
  const lower = cholesky(matrix, leastPivot)
  return lower && backward(lower, forward(lower, targets.map(scaled))).map(scaled)
}
