// Prompts of consecutive token ids from random starting points, as text or as ids.
import type { RandomRecipe } from '#core/compat/compat-profile.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { fittedPrefix, promptIds, roundTripsOf } from './random-prompts.ts'
import type { RandomLengths } from './random-drawing.ts'
import { randomRecipes } from './random-recipes.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { keepInMemory, type KeepText } from '../stored-text.ts'
import type { Tokenizer } from '../tokenizer.ts'

type RandomDatasetSpec = RandomLengths &
  Readonly<{
    recipe: RandomRecipe
    /** Generator of earlier recipes; arrival times continue from its state. */
    numpyRandom: NumpyRandomState
    /** Prompts per request; above 1, no output is generated. */
    batchSize: number
    requestIdPrefix: string
  }>

/** Upper bound of ids if the vocabulary size is unknown; every common model has at least this number. */
export const assumedVocabSize = 32000

/** Text prompts of the drawn token lengths, or as close as the recipe allows. */
export async function sampleRandomTexts(
  spec: RandomDatasetSpec,
  tokenizer: Tokenizer,
  keepText: KeepText = keepInMemory,
): Promise<SampledRequest[]> {
  const { draw, fitsPrefix, finish } = randomRecipes[spec.recipe]
  const drawing = draw(spec, tokenizer, spec.numpyRandom)
  const { drawIds, prefixIds } = drawing
  const prefix = fitsPrefix ? await fittedPrefix(prefixIds, { tokenizer, drawIds }) : prefixIds
  const { inputLens, outputLens } = drawing.draws
  const drawn = promptIds(drawing.draws, drawing.ids, prefix)
  const drafts = drawn.map((ids, index) => ({
    ids,
    inputTokens: inputLens[index] ?? 0,
    targetTokens: spec.prefixLen + (inputLens[index] ?? 0),
  }))
  const tools = { roundTrips: await roundTripsOf(drawn, tokenizer), drawIds }
  const finished = await finish(drafts, tools, keepText)
  const prompts = finished.map(({ text, promptTokens }) => ({ prompt: text, promptTokens }))
  return inBatches(prompts, outputLens, spec)
}

/** Prompts as token ids, exact by construction. Needs no tokenizer, so no id counts as special. */
export function sampleRandomTokenIds(
  spec: RandomDatasetSpec,
  vocabSize: number = assumedVocabSize,
): SampledRequest[] {
  const { draw } = randomRecipes[spec.recipe]
  const vocabulary = { vocabSize, specialTokenIds: [], specialTokensAdded: 0 }
  const { draws, ids, prefixIds } = draw(spec, vocabulary, spec.numpyRandom)
  const drawn = promptIds(draws, ids, prefixIds)
  const prompts = drawn.map((prompt) => ({ prompt, promptTokens: prompt.length }))
  return inBatches(prompts, draws.outputLens, spec)
}

type BatchSpec = Readonly<{ batchSize: number; requestIdPrefix: string }>

/** Merges consecutive requests and renumbers them; the last batch contains the remainder. */
function inBatches(
  prompts: readonly Pick<SampledRequest, 'prompt' | 'promptTokens'>[],
  outputLens: ArrayLike<number>,
  { batchSize, requestIdPrefix }: BatchSpec,
): SampledRequest[] {
  const requests = prompts.map((prompt, index) => ({
    ...prompt,
    expectedOutputTokens: outputLens[index] ?? 0,
    requestId: `${requestIdPrefix}${index}`,
  }))
  if (batchSize === 1) return requests
  return Array.from({ length: Math.ceil(requests.length / batchSize) }, (_, index) => {
    const batch = requests.slice(index * batchSize, (index + 1) * batchSize)
    const [prompt = '', ...furtherPrompts] = batch.map((request) => request.prompt)
    return {
      prompt,
      furtherPrompts,
      promptTokens: batch.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
      expectedOutputTokens: 0,
      requestId: `${requestIdPrefix}${index}`,
    }
  })
}
