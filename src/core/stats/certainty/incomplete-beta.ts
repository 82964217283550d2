// Regularised incomplete beta function, the basis of the Student's t and binomial distributions.

/** Probability that a beta-distributed value with parameters a and b is below x. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on one side of the mean; the other follows by symmetry.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const logFront = a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)
  return Math.exp(logFront) / (a * continuedFraction(x, a, b))
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

const precision = 1e-15
/** Grows with the square root of the parameters; ten thousand suffice for samples of many millions. */
const mostSteps = 10_000

/** 1 + d₁x/(1 + d₂x/(1 + …)), evaluated forwards by Lentz's method (DLMF 8.17.22, 3.10). */
function continuedFraction(x: number, a: number, b: number): number {
  let value = 1
  let numerator = 1
  let denominator = 0
  for (let step = 1; step < mostSteps; step++) {
    const term = coefficient(step, a, b) * x
    denominator = 1 / awayFromZero(1 + term * denominator)
    numerator = awayFromZero(1 + term / numerator)
    const factor = numerator * denominator
    value *= factor
    if (Math.abs(factor - 1) < precision) break
  }
  return value
}

function coefficient(step: number, a: number, b: number): number {
  const m = step >> 1
  const at = a + 2 * m
  return step % 2 === 0
    ? (m * (b - m)) / ((at - 1) * at)
    : (-(a + m) * (a + b + m)) / (at * (at + 1))
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}

/** Below this, Stirling's series is not accurate to the last digits; the recurrence raises x above it. */
const stirlingFrom = 15

/** ln Γ(x) for x > 0, by Stirling's series (DLMF 5.11.1). Exported for tests of its values. */
export function logGamma(x: number): number {
  let shift = 0
  let at = x
  for (; at < stirlingFrom; at++) shift -= Math.log(at)
  const square = 1 / (at * at)
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / at
  return shift + (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series
}
