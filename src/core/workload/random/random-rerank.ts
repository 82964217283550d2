// One random query and random documents to rank for it: the random-rerank dataset of the newest script.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import { fitToLength, type FittedPrompt } from './exact-length.ts'
import { ordinaryIds } from './random-drawing.ts'
import { drawRandomLengths, inputLengthRange, type RandomDraws } from './random-lengths.ts'
import { promptIds, roundTripsOf } from './random-prompts.ts'
import type { SampledRequest } from '../sampled-request.ts'
import type { Tokenizer } from '../tokenizer.ts'

type RandomRerankSpec = Readonly<{
  /** Number of documents; if query and documents are encoded separately, the query counts as one. */
  count: number
  /** Tokens that the model reads at once: of a pair of query and document, or of each separately. */
  inputLen: number
  rangeRatio: number
  /** Documents in a request; if query and documents are encoded separately, the query counts as one. */
  batchSize: number
  /** A reranker reads query and document as one text with a separator; an embedder reads them separately. */
  readsPairs: boolean
  seed: number
  requestIdPrefix: string
}>

/** How a model reads query and documents. */
type RerankShape = Readonly<{
  documents: number
  perRequest: number
  queryLen: number
  documentLen: (queryTokens: number) => number
  /** Tokens that the model reads of the query for this number of documents. */
  queryTokensRead: (queryTokens: number, documents: number) => number
}>

const separatorTokens = 1

export async function sampleRandomRerank(
  spec: RandomRerankSpec,
  tokenizer: Tokenizer,
): Promise<SampledRequest[]> {
  const random = new Pcg64(spec.seed)
  const reading = spec.readsPairs ? pairs(spec) : apart(spec)
  const query = drawTexts({ ...spec, count: 1, inputLen: reading.queryLen }, tokenizer, random)
  const documentLen = reading.documentLen(query.inputLens[0] ?? 0)
  const drawn = { ...spec, count: reading.documents, inputLen: documentLen }
  const documents = drawTexts(drawn, tokenizer, random)
  const [queryText, ...documentTexts] = await textsOf([query, documents], tokenizer, random)
  return queryText === undefined ? [] : requestsOf({ spec, reading, queryText, documentTexts })
}

function pairs({ count, batchSize, inputLen }: RandomRerankSpec): RerankShape {
  return {
    documents: count,
    perRequest: batchSize,
    queryLen: Math.floor(inputLen / 2) - separatorTokens,
    documentLen: (queryTokens) => inputLen - queryTokens - separatorTokens,
    queryTokensRead: (queryTokens, documents) => (queryTokens + separatorTokens) * documents,
  }
}

function apart({ count, batchSize, inputLen }: RandomRerankSpec): RerankShape {
  return {
    documents: count - 1,
    perRequest: batchSize - 1,
    queryLen: inputLen,
    documentLen: () => inputLen,
    queryTokensRead: (queryTokens) => queryTokens,
  }
}

type DrawSpec = Pick<RandomRerankSpec, 'count' | 'inputLen' | 'rangeRatio'>

function drawTexts(
  { count, inputLen, rangeRatio }: DrawSpec,
  { vocabSize, specialTokensAdded }: Tokenizer,
  random: Pcg64,
): RandomDraws {
  const lengths = {
    count,
    inputLen: Math.max(0, inputLen - specialTokensAdded),
    // No output is generated; a range of one value draws nothing.
    outputLen: 0,
    rangeRatioIn: rangeRatio,
    rangeRatioOut: 0,
    vocabSize,
  }
  if (inputLengthRange(lengths).low >= 1) return drawRandomLengths(lengths, random)
  throw new AppError('invalid-input', message('workload.emptyRerankText'), {
    field: 'randomInputLen',
    remedy: message('workload.emptyRandomPrompt.remedy'),
  })
}

/** Positions are continuous: documents continue from theirs as if the query were the first of them. */
async function textsOf(
  draws: readonly RandomDraws[],
  tokenizer: Tokenizer,
  random: Pcg64,
): Promise<FittedPrompt[]> {
  const all = {
    inputLens: draws.flatMap(({ inputLens }) => Array.from(inputLens)),
    offsets: draws.flatMap(({ offsets }) => Array.from(offsets)),
  }
  const drawn = promptIds(all, ordinaryIds(tokenizer), new Uint32Array())
  const drafts = drawn.map((ids) => ({ ids, targetTokens: ids.length }))
  const drawIds = (count: number) => random.integers(0, tokenizer.vocabSize, count)
  return fitToLength(drafts, { roundTrips: await roundTripsOf(drawn, tokenizer), drawIds })
}

type RerankPlan = Readonly<{
  spec: RandomRerankSpec
  reading: RerankShape
  queryText: FittedPrompt
  documentTexts: readonly FittedPrompt[]
}>

/** The requested number of documents per request; the last request ranks the remainder. */
function requestsOf({ spec, reading, queryText, documentTexts }: RerankPlan): SampledRequest[] {
  const { perRequest, queryTokensRead } = reading
  return Array.from({ length: Math.ceil(documentTexts.length / perRequest) }, (_, index) => {
    const batch = documentTexts.slice(index * perRequest, (index + 1) * perRequest)
    const documentTokens = batch.reduce((sum, { ids }) => sum + ids.length, 0)
    return {
      prompt: queryText.text,
      furtherPrompts: batch.map(({ text }) => text),
      promptTokens: queryTokensRead(queryText.ids.length, batch.length) + documentTokens,
      expectedOutputTokens: 0,
      requestId: `${spec.requestIdPrefix}${index}`,
    }
  })
}
