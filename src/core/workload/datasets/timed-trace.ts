// A recorded trace of requests: arrival times, lengths, and prompt blocks shared between requests.
import { z } from 'zod'
import { numberIn } from '#core/base/number-text.ts'
import { message } from '#core/messages/message.ts'
import { pythonStringHash } from '#core/random/python-hash.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { isRow, mostTokens, orText, parseEntry, plainNumber, plainTokens } from './dataset-entry.ts'
import { ordinaryIds } from '../random/random-drawing.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { TokenIds, wholeOf } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'

/** Field names of an entry. */
export type TraceLabels = Readonly<{
  timestamp: string
  inputLength: string
  outputLength: string
  hashIds: string
}>

export type TracedRequest = Readonly<{
  timestamp: number
  inputTokens: number
  outputTokens: number
  /** Equal ids mean equal blocks of tokens. */
  hashIds: readonly (number | string)[]
}>

type TimedTraceOptions = Readonly<{
  /** Tokens per block; the last block of a prompt may be shorter. */
  chunkHashSize: number
  /** Seconds per unit of the recorded times. */
  secMultiplier: number
  /** Recorded time at which the replay starts. */
  zero: number
  requestIdPrefix: string
  /** PYTHONHASHSEED with which vLLM's client draws the same blocks; null draws the same ones in every process. */
  hashSeed: number | null
}>

const remedy = message('workload.traceFields')
const anyFields = z.looseObject({})
const anyTime = orText(z.number())
const anyBlocks = z.array(z.union([z.number(), z.string()])).nullish()
export const tokenCount = orText(z.int().min(0).max(mostTokens))

export type TracePlace = Readonly<{
  /** File and line, for errors. */
  where: string
  /** Field names set by the user. */
  labels: TraceLabels
  /** Tokens per block of an entry without blocks. */
  blockTokens: number
}>

/** Names of the fields in other traces, which are used if the named field is missing. Times are in seconds. */
const otherLabels: Readonly<Record<keyof TraceLabels, readonly string[]>> = {
  timestamp: 'arrived_at arrival_timestamp arrival_time Timestamp TIMESTAMP'.split(' '),
  inputLength: 'num_prefill_tokens prompt_size input_tokens prompt_tokens ContextTokens'.split(' '),
  outputLength:
    'num_decode_tokens token_size output_tokens completion_tokens GeneratedTokens'.split(' '),
  hashIds: [],
}

/** Null for an entry without a response. */
export function tracedRequest(
  entry: unknown,
  { where, labels, blockTokens, secondsPerUnit }: TracePlace & Readonly<{ secondsPerUnit: number }>,
): TracedRequest | null {
  const plain = plainRequest(entry, labels)
  if (plain !== null) return plain
  const fields = parseEntry(anyFields, entry, { where, remedy })
  const field = <Schema extends z.ZodType>(kind: keyof TraceLabels, schema: Schema) => {
    const label = labels[kind]
    const name =
      fields[label] === undefined ? otherLabels[kind].find((each) => each in fields) : label
    const place = `${where}, field "${name ?? label}"`
    return parseEntry(schema, fields[name ?? label], { where: place, remedy })
  }
  const at = field('timestamp', z.unknown())
  const date = typeof at === 'string' && numberIn(at) === null ? secondsOfDate(at) : NaN
  const inputTokens = field('inputLength', tokenCount)
  const outputTokens = field('outputLength', tokenCount)
  const hashIds = field('hashIds', anyBlocks)
  if (inputTokens === 0 || outputTokens === 0) return null
  return {
    timestamp: Number.isNaN(date) ? field('timestamp', anyTime) : date / secondsPerUnit,
    inputTokens,
    outputTokens,
    hashIds: hashIds?.length ? hashIds : ownBlocks(where, inputTokens / blockTokens),
  }
}

/** Blocks of a prompt that shares none. */
export function ownBlocks(name: string, blocks: number): readonly string[] {
  return Array.from({ length: Math.ceil(blocks) }, (_, index) => `${name} ${index}`)
}

/** `2023-11-16 18:17:03.9799600`, with or without a time zone. */
export function secondsOfDate(text: string): number {
  const date = text.trim().replace(' ', 'T')
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`) / 1000
}

/** Null for an entry that the schemas must parse or reject. A trace has millions of lines, and schemas cost ten times as much. */
function plainRequest(entry: unknown, labels: TraceLabels): TracedRequest | null {
  if (!isRow(entry)) return null
  const timestamp = plainNumber(entry[labels.timestamp])
  const inputTokens = plainTokens(entry[labels.inputLength], 1)
  const outputTokens = plainTokens(entry[labels.outputLength], 1)
  const hashIds = entry[labels.hashIds]
  if (timestamp === null || inputTokens === null || outputTokens === null) return null
  if (!Array.isArray(hashIds) || hashIds.length === 0 || !hashIds.every(isBlockId)) return null
  return { timestamp, inputTokens, outputTokens, hashIds }
}

function isBlockId(value: unknown): value is number | string {
  return typeof value === 'string' || Number.isFinite(value)
}

/** Neither shuffles, repeats nor filters: the trace is the workload. */
export function sampleTimedTrace(
  traced: readonly TracedRequest[],
  { chunkHashSize, secMultiplier, zero, requestIdPrefix, hashSeed }: TimedTraceOptions,
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds' | 'addedIds'>,
): SampledRequest[] {
  const blocks =
    hashSeed === null
      ? new TokenBlocks([...ordinaryIds(tokenizer)], fnv1a)
      : new TokenBlocks(idsOfPython(tokenizer), pythonStringHash(hashSeed))
  const beginnings = new Beginnings()
  return traced.map((request, index) => {
    const named = namedBlocks(request, chunkHashSize)
    const prompt = blocks.promptOf(named)
    return {
      prompt,
      promptTokens: prompt.length,
      reusableTokens: beginnings.meet(named),
      expectedOutputTokens: request.outputTokens,
      requestId: `${requestIdPrefix}${index}`,
      arrivesAtS: (request.timestamp - zero) * secMultiplier,
    }
  })
}

/** All ids except special ones, ascending. Includes added tokens, whether or not the base vocabulary has them. */
function idsOfPython(
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'specialTokenIds' | 'addedIds'>,
): readonly number[] {
  const special = new Set(tokenizer.specialTokenIds)
  const added = (tokenizer.addedIds ?? []).filter((id) => !special.has(id))
  return [...new Set([...ordinaryIds(tokenizer), ...added])].sort((a, b) => a - b)
}

type NamedBlock = Readonly<{ name: string; size: number }>

/** Shorter than recorded if the trace lists too few blocks. Equal ids with different sizes are different blocks. */
function namedBlocks(
  { inputTokens, hashIds }: TracedRequest,
  chunkHashSize: number,
): readonly NamedBlock[] {
  const blocks: NamedBlock[] = []
  let missing = inputTokens
  for (const hashId of hashIds) {
    if (missing <= 0) break
    const size = Math.min(chunkHashSize, missing)
    blocks.push({ name: `${hashId}:${size}`, size })
    missing -= size
  }
  return blocks
}

type BlockTrie = Map<string, BlockTrie>

/** Trie of all prompts so far, by block; equivalent to an unlimited prefix cache. */
class Beginnings {
  readonly #all: BlockTrie = new Map()

  /** Adds a prompt. Returns the number of leading tokens that earlier prompts share. */
  meet(blocks: readonly NamedBlock[]): number {
    let known = 0
    let place = this.#all
    for (const { name, size } of blocks) {
      const met = place.get(name)
      const next = met ?? new Map<string, BlockTrie>()
      if (met === undefined) place.set(name, next)
      else known += size
      place = next
    }
    return known
  }
}

/** Expands block ids to tokens; equal ids give equal tokens. */
class TokenBlocks {
  readonly #allowedIds: readonly number[]
  readonly #seedOf: (name: string) => number
  readonly #expanded = new Map<string, Uint32Array>()

  constructor(allowedIds: readonly number[], seedOf: (name: string) => number) {
    this.#allowedIds = allowedIds
    this.#seedOf = seedOf
  }

  promptOf(blocks: readonly NamedBlock[]): TokenIds {
    return new TokenIds(blocks.map((block) => wholeOf(this.#expand(block))))
  }

  #expand({ name, size }: NamedBlock): Uint32Array {
    const known = this.#expanded.get(name)
    if (known !== undefined) return known
    const random = new PythonRandom(this.#seedOf(name))
    const block = Uint32Array.from(random.choices(this.#allowedIds, size))
    this.#expanded.set(name, block)
    return block
  }
}

/** FNV-1a in 32 bits over UTF-16 units: unlike Python's own hash, the same in every process. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
