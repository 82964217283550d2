// A thousand malformed texts, twenty thousand at night; a million of them in `npm run soak`.
import { describe, expect, test } from 'vitest'
import { keptInputs } from './corpus.ts'
import { fuzz, isTaken } from './fuzz.ts'
import { fuzzTargets, shareOf } from './targets.ts'

test('what was kept of earlier nights is read or refused', async () => {
  const texts = fuzzTargets.flatMap((target) =>
    keptInputs(target).map((text) => ({ target, text })),
  )
  for (const { target, text } of texts) await isTaken(target, { text, cuts: [0.3, 0.6] })
  expect(texts.length).toBeGreaterThan(40)
})

const numbersOfInputs = [
  { inputs: 1000, tags: [] },
  { inputs: 20_000, tags: ['nightly'] },
]
const seed = 20_261_121

describe.each(numbersOfInputs)('of $inputs texts', ({ inputs, tags }) => {
  test.each(fuzzTargets.map((target) => [target.name, target] as const))(
    '%s is read or refused, whatever it holds',
    { tags, timeout: 120_000 },
    async (_name, target) => {
      const figures = await fuzz(target, { runs: shareOf(target, inputs), seed })
      expect(figures.inputs).toBe(shareOf(target, inputs))
      // Else nothing but the way to refuse is tried.
      expect(figures.refused).toBeLessThan(figures.inputs)
    },
  )
})
