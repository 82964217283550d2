// Adds floats in the order numpy adds them, so that means and deviations agree with the original's to the last bit.

/** Lists up to this length are added by eight running sums, longer ones in halves. */
const blockSize = 128
const lanes = 8

export function pairwiseSum(values: Float64Array): number {
  const { length } = values
  if (length < lanes) return values.reduce((sum, value) => sum + value, 0)
  if (length <= blockSize) return blockSum(values)
  const half = length >>> 1
  const middle = half - (half % lanes)
  return pairwiseSum(values.subarray(0, middle)) + pairwiseSum(values.subarray(middle))
}

function blockSum(values: Float64Array): number {
  const whole = values.length - (values.length % lanes)
  const sums = values.slice(0, lanes)
  for (let index = lanes; index < whole; index++) {
    sums[index % lanes] = (sums[index % lanes] ?? 0) + (values[index] ?? 0)
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums
  const sum = a + b + (c + d) + (e + f + (g + h))
  return values.subarray(whole).reduce((total, value) => total + value, sum)
}
