// Property tests draw the same values in every run, so that a change fails for what it changed. Other values are drawn
// with `KNEEPOINT_PROPERTY_SEED=random`, or with the seed that a failure named.
import fc from 'fast-check'

const fixedSeed = 20_260_101

const seed = process.env['KNEEPOINT_PROPERTY_SEED'] ?? String(fixedSeed)
if (seed !== 'random') {
  const number = Number(seed)
  if (!Number.isInteger(number)) {
    throw new Error(`KNEEPOINT_PROPERTY_SEED is "${seed}": give a whole number, or random.`)
  }
  fc.configureGlobal({ seed: number })
}
