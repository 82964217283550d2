// Prompts made of consecutive token ids from random starting points: the random dataset of the newest script.
import { AppError } from '#core/model/app-error.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import { fitToLength } from './exact-length.ts'
import { inBatches } from './in-batches.ts'
import { ordinaryIds } from './ordinary-ids.ts'
import { drawRandomLengths, inputLengthRange, type RandomDraws } from './random-lengths.ts'
import { fitTools, promptIds } from './random-prompts.ts'
import type { SampledRequest } from './sampled-request.ts'
import type { Tokenizer } from './tokenizer.ts'

export type RandomDatasetSpec = Readonly<{
  count: number
  /** Prompt tokens the server is to see, without the prefix. */
  inputLen: number
  outputLen: number
  rangeRatioIn: number
  rangeRatioOut: number
  /** Tokens every prompt begins with. */
  prefixLen: number
  /** Prompts that go into one request; above 1, nothing is generated. */
  batchSize: number
  seed: number
  requestIdPrefix: string
}>

/** Ids below this are sent when no tokenizer tells the vocabulary; every common model has as many. */
export const tokenIdVocabSize = 32000

/** Prompts as text of the exact token lengths drawn. */
export async function sampleRandomTexts(
  spec: RandomDatasetSpec,
  tokenizer: Tokenizer,
): Promise<SampledRequest[]> {
  const random = new Pcg64(spec.seed)
  const draws = drawLengths(spec, tokenizer, random)
  const allowedIds = ordinaryIds(tokenizer)
  const tools = fitTools(tokenizer, random)
  const prefixDraft = { ids: drawPrefix(spec, allowedIds, random), targetTokens: spec.prefixLen }
  const [prefix] = spec.prefixLen > 0 ? await fitToLength([prefixDraft], tools) : []
  const prompts = promptIds(draws, allowedIds, prefix?.ids ?? new Uint32Array())
  const drafts = prompts.map((ids, index) => ({
    ids,
    targetTokens: spec.prefixLen + (draws.inputLens[index] ?? 0),
  }))
  const fitted = await fitToLength(drafts, tools)
  const requests = fitted.map(({ text, ids }, index) => ({
    prompt: text,
    promptTokens: ids.length,
    expectedOutputTokens: draws.outputLens[index] ?? 0,
    requestId: `${spec.requestIdPrefix}${index}`,
  }))
  return inBatches(requests, spec)
}

/** Prompts as token ids, exact by construction; no tokenizer is asked, so none of their ids counts as special. */
export function sampleRandomTokenIds(spec: RandomDatasetSpec): SampledRequest[] {
  const random = new Pcg64(spec.seed)
  const draws = drawLengths(spec, { vocabSize: tokenIdVocabSize, specialTokensAdded: 0 }, random)
  const allowedIds = Uint32Array.from({ length: tokenIdVocabSize }, (_, id) => id)
  const prefix = drawPrefix(spec, allowedIds, random)
  const requests = promptIds(draws, allowedIds, prefix).map((ids, index) => ({
    prompt: [...ids],
    promptTokens: ids.length,
    expectedOutputTokens: draws.outputLens[index] ?? 0,
    requestId: `${spec.requestIdPrefix}${index}`,
  }))
  return inBatches(requests, spec)
}

function drawLengths(
  spec: RandomDatasetSpec,
  { vocabSize, specialTokensAdded }: Pick<Tokenizer, 'vocabSize' | 'specialTokensAdded'>,
  random: Pcg64,
): RandomDraws {
  const inputLen = Math.max(0, spec.inputLen - specialTokensAdded)
  const shortest = spec.prefixLen + inputLengthRange({ ...spec, inputLen }).low
  if (shortest < 1) {
    throw new AppError(
      'invalid-input',
      `random-input-len ${spec.inputLen} leaves prompts without a token: ` +
        `the tokenizer adds ${specialTokensAdded} of its own and the range ratio takes up to ${spec.rangeRatioIn * 100} % off`,
      {
        field: 'randomInputLen',
        remedy: 'Raise the input length or the prefix length, or lower the range ratio.',
      },
    )
  }
  return drawRandomLengths({ ...spec, inputLen, vocabSize }, random)
}

function drawPrefix(spec: RandomDatasetSpec, allowedIds: Uint32Array, random: Pcg64): Uint32Array {
  const positions = random.integers(0, allowedIds.length, spec.prefixLen)
  return Uint32Array.from(positions, (position) => allowedIds[position] ?? 0)
}
