// Random prompts as token ids, a share of which begins with one prefix that the server can cache. Given the same seed, lengths
// and tokenizer, the ids equal the ids of vLLM's Rust client.
import { appError, type AppError } from '#core/model/app-error.ts'
import { RustStdRandom } from '#core/random/rust-std-random.ts'
import { idsWithout, type RandomLengths } from './random-drawing.ts'
import { inputLengthRange, outputLengthRange, type Range } from './random-lengths.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { aroundFrom, TokenIds, type Stretch } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'

export type CachedPrefixSpec = Omit<RandomLengths, 'prefixLen'> &
  Readonly<{
    /** Share of prompts that begin with the prefix, 0–1. */
    hitFraction: number
    /** Length of the prefix as a share of such a prompt, 0–1. */
    cacheRatio: number
    requestIdPrefix: string
  }>

type PromptDraw = Readonly<{ outputTokens: number; start: number; length: number; cached: number }>

/** Added to the seed for the ids of the prefix. */
const prefixSeedOffset = 0xdead

/** `inputLen` is the whole prompt, including its cached part. */
export async function sampleCachedPrefixPrompts(
  spec: CachedPrefixSpec,
  tokenizer: Tokenizer,
): Promise<SampledRequest[]> {
  const inputLen = Math.max(0, spec.inputLen - tokenizer.specialTokensAdded)
  const input = inputLengthRange({ ...spec, inputLen })
  if (input.low < 1) throw emptyPrompt(spec, tokenizer)
  const ids = idsWithout(tokenizer.markIds, tokenizer.wholeVocabSize)
  const prefixLength = Math.ceil(input.high * spec.cacheRatio)
  const prefix = await fittedToLength(
    drawPrefix(spec.seed + prefixSeedOffset, { ids, length: prefixLength }),
    { ids, length: prefixLength, tokenizer },
  )
  const lengths = { input, output: outputLengthRange(spec), vocabSize: tokenizer.wholeVocabSize }
  return drawRequests({ ...spec, prefixLength }, lengths).map((drawn, index) => {
    const cached: Stretch = { ids: prefix, from: 0, to: drawn.cached }
    const own = aroundFrom(ids, drawn.start + index, drawn.length - drawn.cached)
    const prompt = new TokenIds([cached, ...own])
    return {
      prompt,
      promptTokens: prompt.length,
      expectedOutputTokens: drawn.outputTokens,
      requestId: `${spec.requestIdPrefix}${index}`,
    }
  })
}

function drawRequests(
  spec: CachedPrefixSpec & Readonly<{ prefixLength: number }>,
  { input, output, vocabSize }: Readonly<{ input: Range; output: Range; vocabSize: number }>,
): readonly PromptDraw[] {
  const random = new RustStdRandom(spec.seed)
  return Array.from({ length: spec.count }, () => {
    const outputTokens = drawWithin(output, random)
    const start = random.integer(0, vocabSize - 1)
    const length = drawWithin(input, random)
    const isCached = random.double() < spec.hitFraction
    const wanted = isCached ? Math.round(length * spec.cacheRatio) : 0
    return { outputTokens, start, length, cached: Math.min(wanted, spec.prefixLength, length) }
  })
}

/** A range with one length draws nothing. */
function drawWithin({ low, high }: Range, random: RustStdRandom): number {
  return low === high ? low : random.integer(low, high)
}

type Prefix = Readonly<{ ids: Uint32Array; length: number }>

function drawPrefix(seed: number, { ids, length }: Prefix): Uint32Array {
  const random = new RustStdRandom(seed)
  return Uint32Array.from({ length }, () => ids[random.integer(0, ids.length - 1)] ?? 0)
}

const mostRoundTrips = 21

/** The requested number of ids that round-trip through the tokenizer. */
async function fittedToLength(
  drawn: Uint32Array,
  { ids, length, tokenizer }: Prefix & Readonly<{ tokenizer: Tokenizer }>,
): Promise<Uint32Array> {
  let fitted = drawn
  for (let trip = 0; trip < mostRoundTrips; trip++) {
    const texts = await tokenizer.decode([fitted])
    const [encoded = new Uint32Array()] = await tokenizer.encode(texts, false)
    if (encoded.length === length) return encoded
    fitted = encoded.length > length ? encoded.slice(0, length) : padded(encoded, { ids, length })
  }
  throw appError(
    'tokenizer-unavailable',
    'workload.cachedPrefixLength',
    { length },
    { field: 'tokenizer' },
  )
}

/** The position to draw from counts both existing and added ids, as in the Rust client. */
function padded(encoded: Uint32Array, { ids, length }: Prefix): Uint32Array {
  const known = encoded.length
  return Uint32Array.from({ length }, (_, place) =>
    place < known ? (encoded[place] ?? 0) : (ids[(2 * place - known) % ids.length] ?? 0),
  )
}

function emptyPrompt(spec: CachedPrefixSpec, { specialTokensAdded }: Tokenizer): AppError {
  return appError(
    'invalid-input',
    'workload.emptyRandomPrompt',
    { length: spec.inputLen, added: specialTokensAdded, share: spec.rangeRatioIn * 100 },
    { field: 'randomInputLen' },
  )
}
