import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import {
  drawAphroditeLengths,
  drawClassicLengths,
  drawRandomLengths,
} from '#core/workload/random/random-lengths.ts'
import { readVectors } from './golden-vectors.ts'

const integers = z.array(z.int())
const shared = {
  seed: z.int(),
  n: z.int(),
  inputLen: z.int(),
  outputLen: z.int(),
  vocab: z.int(),
  inputLens: integers,
  outputLens: integers,
  offsets: integers,
}
const { modern, classic, aphrodite } = readVectors(
  'random-dataset.json',
  z.object({
    modern: z
      .array(
        z.object({
          ...shared,
          rangeRatioIn: z.number(),
          rangeRatioOut: z.number(),
          specialTokensAdded: z.int(),
          prefixLen: z.int(),
          prefixIndices: integers,
        }),
      )
      .min(1),
    classic: z
      .array(
        z.object({
          ...shared,
          rangeRatio: z.number(),
          prefixLen: z.int(),
          prefixIndices: integers,
        }),
      )
      .min(1),
    aphrodite: z.array(z.object({ ...shared, rangeRatio: z.number() })).min(1),
  }),
)

describe('newest draws', () => {
  test.each(modern)('seed $seed, $n of $inputLen in, prefix $prefixLen', (golden) => {
    const random = new Pcg64(golden.seed)
    const draws = drawRandomLengths(
      {
        count: golden.n,
        inputLen: Math.max(0, golden.inputLen - golden.specialTokensAdded),
        outputLen: golden.outputLen,
        rangeRatioIn: golden.rangeRatioIn,
        rangeRatioOut: golden.rangeRatioOut,
        vocabSize: golden.vocab,
      },
      random,
    )
    expect([...Array.from(draws.inputLens)]).toEqual(golden.inputLens)
    expect(Array.from(draws.outputLens)).toEqual(golden.outputLens)
    expect(Array.from(draws.offsets)).toEqual(golden.offsets)
    expect([...random.integers(0, golden.vocab, golden.prefixLen)]).toEqual(golden.prefixIndices)
  })
})

describe('classic draws', () => {
  test.each(classic)('seed $seed, $n of $inputLen in, prefix $prefixLen', (golden) => {
    const { n: count, inputLen, outputLen, rangeRatio, vocab: vocabSize, prefixLen } = golden
    const draws = drawClassicLengths(
      { count, inputLen, outputLen, rangeRatio, vocabSize, prefixLen },
      new NumpyRandomState(golden.seed),
    )
    expect(Array.from(draws.prefixIds)).toEqual(golden.prefixIndices)
    expect(Array.from(draws.inputLens)).toEqual(golden.inputLens)
    expect(Array.from(draws.outputLens)).toEqual(golden.outputLens)
    expect(Array.from(draws.offsets)).toEqual(golden.offsets)
  })
})

describe('draws of 2024', () => {
  test.each(aphrodite)('seed $seed, $n of $inputLen in', (golden) => {
    const { n: count, inputLen, outputLen, rangeRatio, vocab: vocabSize } = golden
    const draws = drawAphroditeLengths(
      { count, inputLen, outputLen, rangeRatio, vocabSize },
      new NumpyRandomState(golden.seed),
    )
    expect(Array.from(draws.inputLens)).toEqual(golden.inputLens)
    expect(Array.from(draws.outputLens)).toEqual(golden.outputLens)
    expect(Array.from(draws.offsets)).toEqual(golden.offsets)
  })
})
