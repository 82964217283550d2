// Real steps are never equal: a factor around 1 for each, with now and then a hiccup.
import { drawNormal, type SeededRandom } from './seeded-random.ts'

const coefficientOfVariation = 0.05
/** Garbage collection, logging: one step in a hundred takes three times as long. */
const hiccupShare = 0.01
const hiccupFactor = 3

const variance = Math.log(1 + coefficientOfVariation ** 2)
const meanWithHiccups = 1 + hiccupShare * (hiccupFactor - 1)

/** Log-normal; its mean is 1, so averages stay those of the model. */
export function drawStepNoise(random: SeededRandom): number {
  const smooth = Math.exp(Math.sqrt(variance) * drawNormal(random) - variance / 2)
  const hiccup = random() < hiccupShare ? hiccupFactor : 1
  return (smooth * hiccup) / meanWithHiccups
}
