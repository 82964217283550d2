// Adds floats in the order numpy adds them, so that means and deviations agree with the original's to the last bit.

/** Lists up to this length are added by eight running sums, longer ones in halves. */
const blockSize = 128
const lanes = 8

export function pairwiseSum(values: Float64Array): number {
  return sumOf(values, 0, values.length)
}

function sumOf(values: Float64Array, start: number, end: number): number {
  const length = end - start
  if (length < lanes) return sumFrom(0, values, start, end)
  if (length <= blockSize) return blockSum(values, start, end)
  const half = length >>> 1
  const middle = start + half - (half % lanes)
  return sumOf(values, start, middle) + sumOf(values, middle, end)
}

function blockSum(values: Float64Array, start: number, end: number): number {
  const wholeEnd = end - ((end - start) % lanes)
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let at = start; at < wholeEnd; at += lanes) {
    a += values[at] ?? 0
    b += values[at + 1] ?? 0
    c += values[at + 2] ?? 0
    d += values[at + 3] ?? 0
    e += values[at + 4] ?? 0
    f += values[at + 5] ?? 0
    g += values[at + 6] ?? 0
    h += values[at + 7] ?? 0
  }
  return sumFrom(a + b + (c + d) + (e + f + (g + h)), values, wholeEnd, end)
}

function sumFrom(begun: number, values: Float64Array, start: number, end: number): number {
  let sum = begun
  for (let at = start; at < end; at++) sum += values[at] ?? 0
  return sum
}
