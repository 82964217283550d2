import { expect, test } from 'vitest'
import { Pcg64 } from '#core/random/pcg64.ts'
import { drawRandomLengths, inputLengthRange } from './random-lengths.ts'

test.each([
  { inputLen: 100, rangeRatioIn: 0, low: 100, high: 100 },
  { inputLen: 101, rangeRatioIn: 0.5, low: 50, high: 152 },
  { inputLen: 0, rangeRatioIn: 0.9, low: 0, high: 0 },
])(
  'prompts of $inputLen ± $rangeRatioIn have $low to $high tokens',
  ({ inputLen, rangeRatioIn, low, high }) => {
    expect(inputLengthRange({ inputLen, rangeRatioIn })).toEqual({ low, high })
  },
)

test('an answer is never asked to be empty', () => {
  const draws = drawRandomLengths(
    {
      count: 200,
      inputLen: 10,
      outputLen: 1,
      rangeRatioIn: 0,
      rangeRatioOut: 0.9,
      vocabSize: 100,
    },
    new Pcg64(0),
  )
  expect(new Set(Array.from(draws.outputLens))).toEqual(new Set([1, 2]))
})
