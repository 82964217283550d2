// Random draws of the random dataset by compatibility profile: lengths, starting points, a prefix, and the sequence of ids.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SequenceMix } from '#core/traits/sequence-mix.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import type { Tokenizer } from '../tokenizer.ts'
import type { FitTools } from './exact-length.ts'
import {
  drawAphroditeLengths,
  drawClassicLengths,
  drawMixedLengths,
  drawRandomLengths,
  inputLengthRange,
  type RandomDraws,
} from './random-lengths.ts'

export type RandomLengths = Readonly<{
  count: number
  /** Prompt tokens intended for the server, without the prefix. */
  inputLen: number
  outputLen: number
  rangeRatioIn: number
  rangeRatioOut: number
  /** Length of the prefix of all prompts. */
  prefixLen: number
  /** Replaces the lengths above; only recipes of the current script draw it. */
  mix?: SequenceMix | undefined
  seed: number
}>

type Vocabulary = Pick<Tokenizer, 'vocabSize' | 'specialTokenIds' | 'specialTokensAdded'>

export type RandomDrawing = Readonly<{
  draws: RandomDraws
  prefixIds: Uint32Array
  /** Sequence from which prompts take consecutive ids. */
  ids: Uint32Array
  /** Draws tokens that pad prompts. */
  drawIds: FitTools['drawIds']
}>

/** Earlier clients shared the generator with arrival times; later ones have a separate one. */
export type DrawRandom = (
  lengths: RandomLengths,
  vocabulary: Vocabulary,
  numpyRandom: NumpyRandomState,
) => RandomDrawing

export function drawLowerEnd(
  { rangeRatioIn: rangeRatio, ...spec }: RandomLengths,
  { vocabSize }: Vocabulary,
  random: NumpyRandomState,
): RandomDrawing {
  const prefixIds = random.randintArray(0, vocabSize, spec.prefixLen)
  const draws = drawAphroditeLengths({ ...spec, rangeRatio, vocabSize }, random)
  return legacyDrawing(draws, prefixIds, { vocabSize, random })
}

export function drawBothSides(
  { rangeRatioIn: rangeRatio, ...spec }: RandomLengths,
  { vocabSize, specialTokensAdded }: Vocabulary,
  random: NumpyRandomState,
): RandomDrawing {
  const inputLen = Math.max(0, spec.inputLen - specialTokensAdded)
  const draws = drawClassicLengths({ ...spec, inputLen, rangeRatio, vocabSize }, random)
  return legacyDrawing(draws, Uint32Array.from(draws.prefixIds), { vocabSize, random })
}

function legacyDrawing(
  draws: RandomDraws,
  prefixIds: Uint32Array,
  { vocabSize, random }: Readonly<{ vocabSize: number; random: NumpyRandomState }>,
): RandomDrawing {
  const drawIds = (count: number) => random.randintArray(0, vocabSize, count)
  return { draws, prefixIds, ids: everyId(vocabSize), drawIds }
}

export function drawAnyIds(spec: RandomLengths, vocabulary: Vocabulary): RandomDrawing {
  const ids = everyId(vocabulary.vocabSize)
  return drawModern(spec, vocabulary, { ids, random: new Pcg64(spec.seed) })
}

export function drawOrdinaryIds(spec: RandomLengths, vocabulary: Vocabulary): RandomDrawing {
  requireTokens(spec, vocabulary)
  const ids = ordinaryIds(vocabulary)
  return drawModern(spec, vocabulary, { ids, random: new Pcg64(spec.seed) })
}

/** For prompts with images, which the generator draws next. */
export function drawUnmarkedIds(
  spec: RandomLengths,
  vocabulary: Vocabulary & Pick<Tokenizer, 'markIds'>,
  random: Pcg64,
): RandomDrawing {
  requireTokens(spec, vocabulary)
  return drawModern(spec, vocabulary, { ids: unmarkedIds(vocabulary), random })
}

function drawModern(
  spec: RandomLengths,
  vocabulary: Vocabulary,
  { ids, random }: Readonly<{ ids: Uint32Array; random: Pcg64 }>,
): RandomDrawing {
  const { vocabSize } = vocabulary
  const inputLen = inputLenWithin(spec, vocabulary)
  const draws =
    spec.mix === undefined
      ? drawRandomLengths({ ...spec, inputLen, vocabSize }, random)
      : drawMixedLengths({ ...vocabulary, mix: spec.mix, count: spec.count }, random)
  const positions = random.integers(0, ids.length, spec.prefixLen)
  return {
    draws,
    prefixIds: Uint32Array.from(positions, (position) => ids[position] ?? 0),
    ids,
    drawIds: (count) => random.integers(0, vocabSize, count),
  }
}

function everyId(vocabSize: number): Uint32Array {
  return Uint32Array.from({ length: vocabSize }, (_, id) => id)
}

/** Prompt length minus the tokens that the tokenizer adds. */
function inputLenWithin({ inputLen }: RandomLengths, { specialTokensAdded }: Vocabulary): number {
  return Math.max(0, inputLen - specialTokensAdded)
}

function requireTokens(spec: RandomLengths, vocabulary: Vocabulary): void {
  const inputLen = inputLenWithin(spec, vocabulary)
  if (spec.mix !== undefined) return
  if (spec.prefixLen + inputLengthRange({ ...spec, inputLen }).low >= 1) return
  throw new AppError(
    'invalid-input',
    message('workload.emptyRandomPrompt', {
      length: spec.inputLen,
      added: vocabulary.specialTokensAdded,
      share: spec.rangeRatioIn * 100,
    }),
    {
      field: 'randomInputLen',
      remedy: message('workload.emptyRandomPrefix.remedy'),
    },
  )
}

/** Ids of ordinary text in the vocabulary, ascending. */
export function ordinaryIds({
  vocabSize,
  specialTokenIds,
}: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds'>): Uint32Array {
  return idsWithout(specialTokenIds, vocabSize)
}

/** Ids other than special tokens, so that their text contains no image placeholder. */
function unmarkedIds({
  vocabSize,
  markIds,
}: Pick<Tokenizer, 'vocabSize' | 'markIds'>): Uint32Array {
  return idsWithout(markIds, vocabSize)
}

/** Runs at every start, so it uses a loop, which takes a quarter of the time of array functions. */
export function idsWithout(excludedIds: readonly number[], vocabSize: number): Uint32Array {
  const excluded = new Set(excludedIds)
  const ids = new Uint32Array(vocabSize)
  let count = 0
  for (let id = 0; id < vocabSize; id++) if (!excluded.has(id)) ids[count++] = id
  return count === vocabSize ? ids : ids.slice(0, count)
}
