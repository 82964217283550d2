// Linear algebra of small symmetric positive definite matrices, row by row.
export type Matrix = readonly Float64Array[]

/** The lower triangle L with L Lᵀ = `matrix`; null if a pivot is not above `leastPivot`. */
export function cholesky(matrix: Matrix, leastPivot = 0): Matrix | null {
  const lower = matrix.map((row) => new Float64Array(row.length))
  for (const [i, row] of lower.entries()) {
    const given = matrix[i] ?? row
    for (let j = 0; j <= i; j++) {
      const other = lower[j] ?? row
      let sum = given[j] ?? 0
      for (let k = 0; k < j; k++) sum -= (row[k] ?? 0) * (other[k] ?? 0)
      if (i !== j) row[j] = sum / (other[j] ?? 1)
      else if (sum > leastPivot) row[j] = Math.sqrt(sum)
      else return null
    }
  }
  return lower
}

/** x with L x = b. */
export function forward(lower: Matrix, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(b.length)
  for (const [i, row] of lower.entries()) {
    let sum = b[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (row[k] ?? 0) * (x[k] ?? 0)
    x[i] = sum / (row[i] ?? 1)
  }
  return x
}

/** x with Lᵀ x = b. */
export function backward(lower: Matrix, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  for (let i = lower.length - 1; i >= 0; i--) {
    const row = lower[i] ?? new Float64Array()
    const value = (x[i] ?? 0) / (row[i] ?? 1)
    x[i] = value
    for (let k = 0; k < i; k++) x[k] = (x[k] ?? 0) - (row[k] ?? 0) * value
  }
  return x
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
