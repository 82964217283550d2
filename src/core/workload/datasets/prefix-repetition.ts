// A few long prefixes, each shared by many prompts with different suffixes; measures a prefix cache.
import type { PieceRecipe } from '#core/compat/compat-profile.ts'
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { PythonRandom } from '#core/random/python-random.ts'
import { fitToLength, type FitTools } from '../random/exact-length.ts'
import { wholeRoundTrips } from '../random/round-trips.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { TokenIds } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'

type PrefixRepetitionSpec = Readonly<{
  count: number
  prefixLen: number
  suffixLen: number
  numPrefixes: number
  outputLen: number
  seed: number
  recipe: PieceRecipe
}>

type PrefixTools = Readonly<{
  tokenizer: Tokenizer
  /** New seed; arrival times continue from its state. */
  random: NumpyRandomState
  pythonRandom: PythonRandom
}>

type PieceTools = Pick<FitTools, 'drawIds'> & Readonly<{ tokenizer: Tokenizer }>

type DrawPiece = (targetTokens: number, tools: PieceTools) => Promise<Uint32Array>

/** Every prefix gets the same number of prompts, so a remainder is dropped. */
export function prefixRepetitionCount({
  count,
  numPrefixes,
}: Pick<PrefixRepetitionSpec, 'count' | 'numPrefixes'>): number {
  return Math.floor(count / numPrefixes) * numPrefixes
}

/** Prompts carry no request id, as in vLLM's client. */
export async function samplePrefixRepetition(
  spec: PrefixRepetitionSpec,
  tools: PrefixTools,
): Promise<SampledRequest[]> {
  const sequences = await drawSequences(spec, tools)
  const texts = await tools.tokenizer.decode(sequences)
  const requests = sequences.map((ids, index) => ({
    prompt: texts[index] ?? '',
    promptTokens: ids.length,
    expectedOutputTokens: spec.outputLen,
    requestId: null,
  }))
  tools.pythonRandom.reseed(spec.seed)
  tools.pythonRandom.shuffle(requests)
  return requests
}

/** Sequential, because a piece that needs more tokens changes the draws for the next. */
async function drawSequences(
  spec: PrefixRepetitionSpec,
  { tokenizer, random }: PrefixTools,
): Promise<Uint32Array[]> {
  const perPrefix = prefixRepetitionCount(spec) / spec.numPrefixes
  const sequences: Uint32Array[] = []
  const drawPiece = pieces[spec.recipe]
  const { vocabSize } = tokenizer
  const tools = {
    tokenizer,
    drawIds: (count: number) => random.randintArray(0, vocabSize, count),
  }
  for (let prefixIndex = 0; prefixIndex < spec.numPrefixes; prefixIndex++) {
    const prefix = await drawPiece(spec.prefixLen, tools)
    for (let index = 0; index < perPrefix; index++) {
      const suffix = await drawPiece(spec.suffixLen, tools)
      sequences.push(Uint32Array.from([...prefix, ...suffix]))
    }
  }
  return sequences
}

const pieces: Readonly<Record<PieceRecipe, DrawPiece>> = {
  fitted: fittedPiece,
  pieced: piecedTogether,
}

async function fittedPiece(
  targetTokens: number,
  { tokenizer, drawIds }: PieceTools,
): Promise<Uint32Array> {
  const draft = { ids: TokenIds.of(Array.from(drawIds(targetTokens))), targetTokens }
  const tools = { roundTrips: wholeRoundTrips(tokenizer), drawIds }
  const [piece] = await fitToLength([draft], tools)
  return piece?.ids.toArray() ?? new Uint32Array()
}

/** Replaces tokens lost by decoding and encoding with further draws. */
async function piecedTogether(targetTokens: number, tools: PieceTools): Promise<Uint32Array> {
  const drawn = Uint32Array.from(tools.drawIds(targetTokens))
  const [ids = drawn] = await tools.tokenizer.encode(await tools.tokenizer.decode([drawn]), false)
  if (ids.length >= targetTokens) return ids.slice(0, targetTokens)
  const rest = await piecedTogether(targetTokens - ids.length, tools)
  return Uint32Array.from([...ids, ...rest])
}
