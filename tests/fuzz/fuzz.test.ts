// Twenty thousand malformed texts; a million of them in `npm run soak`.
import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'
import { fuzzTargets, shareOf } from './targets.ts'

const inputs = 20_000
const seed = 20_261_121

test.each(fuzzTargets.map((target) => [target.name, target] as const))(
  '%s is read or refused, whatever it holds',
  async (_name, target) => {
    const figures = await fuzz(target, { runs: shareOf(target, inputs), seed })
    expect(figures.inputs).toBe(shareOf(target, inputs))
    // Else nothing but the way to refuse is tried.
    expect(figures.refused).toBeLessThan(figures.inputs)
  },
  120_000,
)
