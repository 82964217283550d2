// Quantiles and probabilities of the distributions that intervals use.
import { incompleteBeta } from './incomplete-beta.ts'

/** Probability that a Student's t value with these degrees of freedom is at most `t`. */
export function studentShare(t: number, degrees: number): number {
  const tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
  return t > 0 ? 1 - tail : tail
}

/** Share of a normal distribution beyond this number of standard deviations: Student's t with many degrees of freedom. */
export function shareBeyond(deviations: number): number {
  return studentShare(-deviations, 1e4)
}

/** The t for which the interval from −t to t has the probability `confidence`. */
export function studentReach(confidence: number, degrees: number): number {
  const share = (1 + confidence) / 2
  let high = 1
  while (studentShare(high, degrees) < share) high *= 2
  let low = 0
  for (let halving = 0; halving < 100 && high - low > 1e-12 * high; halving++) {
    const middle = (low + high) / 2
    if (studentShare(middle, degrees) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}

type Trials = Readonly<{ trials: number; chance: number }>

/** Probability that at most this number of trials succeed. */
export function binomialShare(successes: number, { trials, chance }: Trials): number {
  if (successes < 0) return 0
  if (successes >= trials) return 1
  return incompleteBeta(1 - chance, trials - successes, successes + 1)
}

/** Smallest number of successes whose cumulative probability is at least `share`. */
export function binomialQuantile(share: number, trials: Trials): number {
  let low = 0
  let high = trials.trials
  while (low < high) {
    const middle = (low + high) >>> 1
    if (binomialShare(middle, trials) < share) low = middle + 1
    else high = middle
  }
  return low
}
