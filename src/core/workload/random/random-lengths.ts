// Random lengths and starting points of prompts of the random dataset, by compatibility profile.
import type { SequenceMix, SequencePair } from '#core/traits/sequence-mix.ts'
import { normalQuantile } from '#core/random/normal-quantile.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { Pcg64 } from '#core/random/pcg64.ts'

export type RandomDraws = Readonly<{
  inputLens: ArrayLike<number>
  outputLens: ArrayLike<number>
  /** Starting point of each prompt in the vocabulary. */
  offsets: ArrayLike<number>
}>

type PrefixedRandomDraws = RandomDraws & Readonly<{ prefixIds: ArrayLike<number> }>

type RandomLengthSpec = Readonly<{
  count: number
  /** Prompt tokens without those that the tokenizer adds. */
  inputLen: number
  outputLen: number
  rangeRatioIn: number
  rangeRatioOut: number
  vocabSize: number
}>

type ProfileSpec = Readonly<{
  count: number
  inputLen: number
  outputLen: number
  rangeRatio: number
  vocabSize: number
}>

export type Range = Readonly<{ low: number; high: number }>

/** Shortest and longest prompt that the current script may draw. */
export function inputLengthRange(spec: Pick<RandomLengthSpec, 'inputLen' | 'rangeRatioIn'>): Range {
  return {
    low: Math.floor(spec.inputLen * (1 - spec.rangeRatioIn)),
    high: Math.ceil(spec.inputLen * (1 + spec.rangeRatioIn)),
  }
}

/** Shortest and longest response that the current script may request; at least 1. */
export function outputLengthRange(
  spec: Pick<RandomLengthSpec, 'outputLen' | 'rangeRatioOut'>,
): Range {
  return {
    low: Math.max(1, Math.floor(spec.outputLen * (1 - spec.rangeRatioOut))),
    high: Math.max(1, Math.ceil(spec.outputLen * (1 + spec.rangeRatioOut))),
  }
}

/** The current script. Draws a shared prefix afterwards from the same generator. */
export function drawRandomLengths(spec: RandomLengthSpec, random: Pcg64): RandomDraws {
  const input = inputLengthRange(spec)
  const output = outputLengthRange(spec)
  return {
    inputLens: random.integers(input.low, input.high + 1, spec.count),
    outputLens: random.integers(output.low, output.high + 1, spec.count),
    offsets: random.integers(0, spec.vocabSize, spec.count),
  }
}

type MixedLengthSpec = Readonly<{
  mix: SequenceMix
  count: number
  vocabSize: number
  specialTokensAdded: number
}>

/** Draws a pair of the mixture per request, then both lengths from its normal distributions, at least 1 each. */
export function drawMixedLengths(
  { mix, count, vocabSize, specialTokensAdded }: MixedLengthSpec,
  random: Pcg64,
): RandomDraws {
  const pairs = Array.from({ length: count }, () => pairAt(mix, random.double()))
  const lengths = (side: 'input' | 'output') =>
    pairs.map(({ [side]: { mean, deviation } }) =>
      // 1 − x is never 0, for which no finite quantile exists.
      Math.max(1, Math.round(mean + deviation * normalQuantile(1 - random.double()))),
    )
  return {
    inputLens: lengths('input').map((length) => Math.max(1, length - specialTokensAdded)),
    outputLens: lengths('output'),
    offsets: random.integers(0, vocabSize, count),
  }
}

function pairAt(mix: SequenceMix, draw: number): SequencePair {
  let before = 0
  const found = mix.find(({ share }) => draw < (before += share)) ?? mix.at(-1)
  if (found === undefined) throw new RangeError('a mixture has at least one pair')
  return found
}

/** Scripts of spring 2025: draw the prefix first, and vary lengths in both directions. */
export function drawClassicLengths(
  spec: ProfileSpec & Readonly<{ prefixLen: number }>,
  random: NumpyRandomState,
): PrefixedRandomDraws {
  const prefixIds = random.randintArray(0, spec.vocabSize, spec.prefixLen)
  const around = (length: number): Range => ({
    low: Math.trunc(length * (1 - spec.rangeRatio)),
    high: Math.trunc(length * (1 + spec.rangeRatio)),
  })
  return { prefixIds, ...drawFrom(spec, around, random) }
}

/** Scripts of 2024: the ratio determines the lower end of the range, the length itself the upper end. */
export function drawAphroditeLengths(spec: ProfileSpec, random: NumpyRandomState): RandomDraws {
  const upTo = (length: number): Range => ({
    low: Math.trunc(length * spec.rangeRatio),
    high: length,
  })
  return drawFrom(spec, upTo, random)
}

function drawFrom(
  spec: ProfileSpec,
  rangeOf: (length: number) => Range,
  random: NumpyRandomState,
): RandomDraws {
  const input = rangeOf(spec.inputLen)
  const output = rangeOf(spec.outputLen)
  return {
    inputLens: random.randintArray(input.low, input.high + 1, spec.count),
    outputLens: random.randintArray(output.low, output.high + 1, spec.count),
    offsets: random.randintArray(0, spec.vocabSize, spec.count),
  }
}
