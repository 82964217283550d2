// POST /v1/embeddings, /pooling, /rerank and /score: reads texts, and returns vectors or scores. A real server does this or
// generates, depending on its model. The simulated one does both, with its model's prefill cost.
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import {
  ApiError,
  type Exchange,
  readJson,
  sendJson,
  sendText,
} from '#node/simulator/api/http-exchange.ts'
import {
  cutPrompt,
  messagesSchema,
  messagesToTokens,
  promptToTokens,
  tokenIdsSchema,
} from '#node/simulator/api/generate.ts'
import { type AnswerIdentity, identify } from '#node/simulator/api/choices-shapes.ts'
import {
  createSequence,
  type EngineRequest,
  nothingHappenedYet,
  type RequestEnding,
  type Sequence,
} from '#node/simulator/engine/sequence.ts'
import type { Routes, SimulatedServer } from '#node/simulator/simulated-server.ts'
import { encodeText } from '#node/simulator/engine/text.ts'
import type { EngineGroup } from '#node/simulator/engine/engine-group.ts'
import {
  createSeededRandom,
  drawNormal,
  hashTokens,
  spreadSeed,
} from '#node/simulator/engine/seeded-random.ts'

// Schemas of pooling requests. Unknown fields are accepted, as in vLLM.
const anyBody = z.looseObject({
  model: z.string().nullish(),
  truncate_prompt_tokens: z.int().min(-1).nullish(),
})

const inputSchema = z.union(
  [z.string(), tokenIdsSchema, z.array(z.string()).min(1), z.array(tokenIdsSchema).min(1)],
  { message: 'Give a text, a list of token ids, or a list of either.' },
)

const vectorsBodySchema = anyBody.extend({
  input: inputSchema.nullish(),
  messages: messagesSchema.nullish(),
  encoding_format: z.enum(['float', 'base64', 'bytes', 'bytes_only']).nullish(),
  dimensions: z.int().min(1).nullish(),
})

const rankingBodySchema = anyBody.extend({
  query: z.string(),
  documents: z.array(z.string()).min(1),
  /** 0 or absent returns all. */
  top_n: z.int().min(0).nullish(),
})

const textOrTexts = z.union([z.string(), z.array(z.string()).min(1)], {
  message: 'Give a text or a list of texts.',
})

const scoringBodySchema = anyBody.extend({ text_1: textOrTexts, text_2: textOrTexts })

type EncodingFormat = NonNullable<z.infer<typeof vectorsBodySchema>['encoding_format']>

function inputTokens({
  input,
  messages,
}: z.infer<typeof vectorsBodySchema>): readonly (readonly number[])[] {
  if (input === undefined || input === null) {
    if (messages !== undefined && messages !== null) return [messagesToTokens(messages)]
    throw new ApiError(400, 'Give an input or messages.', 'input')
  }
  return listOf(input).map(promptToTokens)
}

/** Texts of the input; a list of numbers is one text. */
function listOf(input: z.infer<typeof inputSchema>): readonly (string | readonly number[])[] {
  if (typeof input === 'string') return [input]
  return input.every((item) => typeof item === 'number') ? [input] : input
}

/** Compares one text with each of the others, or each text with its counterpart. */
function textPairs({
  text_1: first,
  text_2: second,
}: z.infer<typeof scoringBodySchema>): readonly (readonly [string, string])[] {
  const [ones, others] = [[first].flat(), [second].flat()]
  if (ones.length !== 1 && ones.length !== others.length) {
    const message = `text_1 has ${ones.length} texts, but text_2 has ${others.length}.`
    throw new ApiError(400, message, 'text_1')
  }
  return others.map((other, index) => [ones[ones.length === 1 ? 0 : index] ?? '', other])
}

// Formats of vectors: numbers, base64, or raw bytes with all else in a header.
type VectorAnswer = Readonly<{
  identity: AnswerIdentity
  vectors: readonly Vector[]
  promptTokens: number
  /** Type of each item, and the key of its numbers. */
  names: Readonly<{ object: string; key: string }>
}>

type SendVectors = (response: ServerResponse, answer: VectorAnswer) => void

const sendVectors: Readonly<Record<EncodingFormat, SendVectors>> = {
  float: sendWritten(({ texts }) => `[${texts.join(',')}]`),
  base64: sendWritten(({ numbers }) => `"${bytesOf(numbers).toString('base64')}"`),
  bytes: (response, answer) =>
    sendBytes(response, answer, { metadata: JSON.stringify(metadataOf(answer)) }),
  bytes_only: sendBytes,
}

function usageOf(promptTokens: number) {
  const none = { completion_tokens: 0, prompt_tokens_details: null }
  return { prompt_tokens: promptTokens, total_tokens: promptTokens, ...none }
}

/** Concatenates strings, because formatting the numbers again is slow. */
function sendWritten(numbersOf: (vector: Vector) => string): SendVectors {
  return (response, { identity: { id, model, createdEpochS }, vectors, promptTokens, names }) => {
    const items = vectors.map(
      (vector, index) =>
        `{"index":${index},"object":"${names.object}","${names.key}":${numbersOf(vector)}}`,
    )
    const head = `"id":"${id}","object":"list","created":${createdEpochS},"model":${JSON.stringify(model)}`
    const usage = JSON.stringify(usageOf(promptTokens))
    const body = `{${head},"data":[${items.join(',')}],"usage":${usage}}`
    sendText(response, body, { contentType: 'application/json' })
  }
}

function sendBytes(
  response: ServerResponse,
  { vectors }: VectorAnswer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.concat(vectors.map(({ numbers }) => bytesOf(numbers)))
  sendText(response, body, { contentType: 'application/octet-stream', headers })
}

/** The range of each vector in the body. */
function metadataOf({ identity, vectors, promptTokens }: VectorAnswer) {
  let end = 0
  const data = vectors.map(({ numbers }, index) => {
    const start = end
    end += numbers.byteLength
    const layout = { embed_dtype: 'float32', endianness: 'native', shape: [numbers.length] }
    return { index, ...layout, start, end }
  })
  const { id, model, createdEpochS: created } = identity
  return { id, created, model, data, usage: usageOf(promptTokens) }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

// A text that the engine only reads: it ends when its last token is computed.
class PooledText implements EngineRequest {
  readonly sequence: Sequence
  readonly times = nothingHappenedYet()
  readonly maxTokens = 0
  readonly completionTokens = 0
  readonly #onRead: () => void

  constructor(tokens: readonly number[], onRead: () => void) {
    this.sequence = createSequence(tokens)
    this.#onRead = onRead
  }

  advance(): RequestEnding {
    this.#onRead()
    const { promptTokens } = this.sequence
    return { finishReason: 'stop', promptTokens, completionTokens: this.completionTokens }
  }

  flush(): void {
    // No output remains from a step.
  }
}

type Texts = readonly (readonly number[])[]

function embed(server: SimulatedServer, exchange: Exchange): Promise<void> {
  return answerVectors(server, exchange, { prefix: 'embd', object: 'embedding', key: 'embedding' })
}

function pool(server: SimulatedServer, exchange: Exchange): Promise<void> {
  return answerVectors(server, exchange, { prefix: 'pool', object: 'pooling', key: 'data' })
}

async function answerVectors(
  server: SimulatedServer,
  { request, response }: Exchange,
  { prefix, ...names }: VectorAnswer['names'] & Readonly<{ prefix: string }>,
): Promise<void> {
  const body = await readJson(request, vectorsBodySchema, server)
  const dimensions = checkDimensions(server, body.dimensions ?? server.deployment.model.hiddenSize)
  const texts = await read(server, { response, body, texts: inputTokens(body) })
  sendVectors[body.encoding_format ?? 'float'](response, {
    identity: identify(server, body, prefix),
    vectors: texts.map((tokens) => vectorsOf(server).vectorOf(tokens, dimensions)),
    promptTokens: totalTokens(texts),
    names,
  })
}

/** Ranks documents, best first. */
async function rank(server: SimulatedServer, { request, response }: Exchange) {
  const body = await readJson(request, rankingBodySchema, server)
  const pairs = body.documents.map((document) => encodePair(body.query, document))
  const texts = await read(server, { response, body, texts: pairs })
  const results = texts
    .map((tokens, index) => ({
      index,
      document: { text: body.documents[index] },
      relevance_score: vectorsOf(server).scoreOf(tokens),
    }))
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, body.top_n || undefined)
  const { id, model } = identify(server, body, 'rerank')
  sendJson(response, { id, model, usage: usageOf(totalTokens(texts)), results })
}

async function score(server: SimulatedServer, { request, response }: Exchange) {
  const body = await readJson(request, scoringBodySchema, server)
  const pairs = textPairs(body).map(([one, other]) => encodePair(one, other))
  const texts = await read(server, { response, body, texts: pairs })
  const { id, model, createdEpochS: created } = identify(server, body, 'score')
  const data = texts.map((tokens, index) => ({
    index,
    object: 'score',
    score: vectorsOf(server).scoreOf(tokens),
  }))
  sendJson(response, {
    id,
    object: 'list',
    created,
    model,
    data,
    usage: usageOf(totalTokens(texts)),
  })
}

type PoolingInput = Readonly<{
  response: Exchange['response']
  body: Readonly<{ truncate_prompt_tokens?: number | null | undefined }>
  texts: Texts
}>

/** Reads the texts, truncated as requested, and resolves when the engine has read them. */
async function read(
  { deployment, engine }: SimulatedServer,
  { response, body, texts }: PoolingInput,
): Promise<Texts> {
  const limit = body.truncate_prompt_tokens ?? null
  const cut = texts.map((tokens) => cutPrompt(tokens, limit, deployment.maxModelLen))
  await readTexts(engine, response, cut)
  return cut
}

/** A cross-encoder reads both texts together. */
function encodePair(one: string, other: string): readonly number[] {
  return [...encodeText(one), ...encodeText(other)]
}

function checkDimensions({ deployment }: SimulatedServer, dimensions: number): number {
  const { hiddenSize: width } = deployment.model
  if (dimensions <= width) return dimensions
  const message = `dimensions ${dimensions} is above the ${width} the model has.`
  throw new ApiError(400, message, 'dimensions')
}

function totalTokens(texts: Texts): number {
  return texts.reduce((total, { length }) => total + length, 0)
}

/**
 * Submits each text as a separate request, because a batch in one body is no faster. Resolves when all are read; rejects, and
 * stops reading, when the client disconnects.
 */
function readTexts(
  engine: EngineGroup,
  response: ServerResponse,
  texts: readonly (readonly number[])[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let unread = texts.length
    const onRead = () => {
      if (--unread === 0) resolve()
    }
    const readings = texts.map((tokens) => new PooledText(tokens, onRead))
    const leave = () => {
      for (const reading of readings) engine.abort(reading)
      reject(new Error('The client went away.'))
    }
    response.once('close', leave)
    if (response.destroyed) return leave()
    for (const reading of readings) engine.submit(reading)
  })
}

export const poolingRoutes: Routes = {
  '/v1/embeddings': { POST: embed },
  /** Path of Infinity. */
  '/embeddings': { POST: embed },
  '/pooling': { POST: pool },
  '/rerank': { POST: rank },
  '/v1/rerank': { POST: rank },
  '/v2/rerank': { POST: rank },
  '/score': { POST: score },
  '/v1/score': { POST: score },
}

/** Numbers, and their JSON text, because formatting thousands of them for each response is slow. */
type Vector = Readonly<{ numbers: Float32Array; texts: readonly string[] }>

const stores = new WeakMap<SimulatedServer, VectorStore>()

/** Created on the first request for a vector. */
function vectorsOf(server: SimulatedServer): VectorStore {
  const known = stores.get(server)
  if (known !== undefined) return known
  const store = new VectorStore(server.deployment.model.hiddenSize, server.seed)
  stores.set(server, store)
  return store
}

/** Draws random numbers once; each vector is a consecutive range of them. */
class VectorStore {
  readonly width: number
  readonly #seed: number
  readonly #numbers: Float32Array
  readonly #texts: readonly string[]

  constructor(width: number, serverSeed: number) {
    this.width = width
    this.#seed = spreadSeed(serverSeed)
    const random = createSeededRandom(serverSeed)
    // Vectors have a length of about 1, like normalised ones.
    const draw = () => drawNormal(random) / Math.sqrt(width)
    this.#numbers = Float32Array.from({ length: 2 * width }, draw)
    this.#texts = Array.from(this.#numbers, String)
  }

  vectorOf(tokens: readonly number[], dimensions = this.width): Vector {
    const start = hashTokens(tokens, this.#seed) % this.width
    const end = start + dimensions
    return { numbers: this.#numbers.subarray(start, end), texts: this.#texts.slice(start, end) }
  }

  /** Score between 0 and 1. */
  scoreOf(tokens: readonly number[]): number {
    return createSeededRandom(hashTokens(tokens, this.#seed))()
  }
}
