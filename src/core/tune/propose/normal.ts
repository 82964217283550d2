// The normal distribution.

const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]

/** P(Z ≤ z), within 1.5 · 10⁻⁷ (Abramowitz and Stegun 1964, 7.1.26). */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail = terms.reduceRight((sum, term) => t * (term + sum), 0) * Math.exp(-x * x)
  return z > 0 ? 1 - tail / 2 : tail / 2
}

/** Mean excess of a normal value over `best`, counting 0 below it (Jones and others 1998). */
export function expectedImprovement(
  { mean, deviation }: Readonly<{ mean: number; deviation: number }>,
  best: number,
): number {
  if (deviation <= 0) return Math.max(0, mean - best)
  const z = (mean - best) / deviation
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  return (mean - best) * normalShare(z) + deviation * density
}
