// Inverse of the standard normal distribution, after P. J. Acklam's rational approximation; relative error below 1.2e-9.
const central = {
  above: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  below: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972,
    -13.28068155288572, 1,
  ],
}
const tail = {
  above: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734,
    4.374664141464968, 2.938163982698783,
  ],
  below: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
}
const tailShare = 0.02425

/** `share` above 0 and below 1. */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share)
  if (share < tailShare) {
    const t = Math.sqrt(-2 * Math.log(share))
    return polynomial(tail.above, t) / polynomial(tail.below, t)
  }
  const t = share - 0.5
  return (t * polynomial(central.above, t * t)) / polynomial(central.below, t * t)
}

/** Coefficients start with the highest power. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}
