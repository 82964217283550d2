import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { expectClose, readVectors } from './golden-vectors.ts'

const numbers = z.array(z.number())
const cases = readVectors(
  'python-random.json',
  z
    .array(
      z.object({
        seed: z.int(),
        random: numbers,
        shuffle1000: numbers,
        choiceOf7: numbers,
        choices20of300: numbers,
        sample15of20: numbers,
        sample10of5000: numbers,
        randint: numbers,
        npPermutation100: numbers,
        npRandint0_1000: numbers,
      }),
    )
    .min(1),
)

describe.each(cases)('seed $seed', (golden) => {
  const python = (): PythonRandom => new PythonRandom(golden.seed)
  const numpy = (): NumpyRandomState => new NumpyRandomState(golden.seed)

  test('random', () => {
    const random = python()
    expectClose(
      golden.random.map(() => random.random()),
      golden.random,
    )
  })

  test('shuffle', () => {
    const order = upTo(1000)
    python().shuffle(order)
    expect(order).toEqual(golden.shuffle1000)
  })

  test('choice', () => {
    const random = python()
    expect(golden.choiceOf7.map(() => random.choice(upTo(7)))).toEqual(golden.choiceOf7)
  })

  test('choices', () => {
    expect(python().choices(upTo(300), 20)).toEqual(golden.choices20of300)
  })

  test('sample', () => {
    expect(python().sample(upTo(20), 15)).toEqual(golden.sample15of20)
    expect(python().sample(upTo(5000), 10)).toEqual(golden.sample10of5000)
  })

  test('randint', () => {
    const random = python()
    expect(golden.randint.map(() => random.randint(3, 10 ** 6))).toEqual(golden.randint)
  })

  test("numpy's permutation and randint", () => {
    expect([...numpy().permutation(100)]).toEqual(golden.npPermutation100)
    expect([...numpy().randintArray(0, 1000, 30)]).toEqual(golden.npRandint0_1000)
  })
})

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
