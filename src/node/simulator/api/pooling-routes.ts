// POST /v1/embeddings, /pooling, /rerank and /score: texts are read, and vectors or scores come back. A real server
// does this or generates, as its model goes; the simulated one does both, with the work its model has of reading.
import type { ServerResponse } from 'node:http'
import { identify } from '../responses/answer-identity.ts'
import { ApiError } from './api-error.ts'
import { type Exchange, readJson, sendJson } from './http-exchange.ts'
import {
  inputTokens,
  rankingBodySchema,
  scoringBodySchema,
  textPairs,
  vectorsBodySchema,
} from './pooling-body.ts'
import { cutPrompt } from './prompt-length.ts'
import { checkModel, type SimulatedServer } from '../simulated-server.ts'
import { encodeText } from '../text/text.ts'
import { sendVectors, usageOf, type VectorAnswer } from '../responses/vector-encodings.ts'
import type { Engine } from '../engine/engine.ts'
import { Reading } from '../engine/reading.ts'

type Texts = readonly (readonly number[])[]

export function embed(server: SimulatedServer, exchange: Exchange): Promise<void> {
  return answerVectors(server, exchange, { prefix: 'embd', object: 'embedding', key: 'embedding' })
}

export function pool(server: SimulatedServer, exchange: Exchange): Promise<void> {
  return answerVectors(server, exchange, { prefix: 'pool', object: 'pooling', key: 'data' })
}

async function answerVectors(
  server: SimulatedServer,
  { request, response }: Exchange,
  { prefix, ...names }: VectorAnswer['names'] & Readonly<{ prefix: string }>,
): Promise<void> {
  const body = await readJson(request, vectorsBodySchema)
  checkModel(server, body.model)
  const dimensions = checkDimensions(server, body.dimensions ?? server.vectors.width)
  const texts = await read(server, { response, body, texts: inputTokens(body) })
  sendVectors[body.encoding_format ?? 'float'](response, {
    identity: identify(server, body, prefix),
    vectors: texts.map((tokens) => server.vectors.vectorOf(tokens, dimensions)),
    promptTokens: totalTokens(texts),
    names,
  })
}

/** Best first. */
export async function rank(server: SimulatedServer, { request, response }: Exchange) {
  const body = await readJson(request, rankingBodySchema)
  checkModel(server, body.model)
  const pairs = body.documents.map((document) => encodePair(body.query, document))
  const texts = await read(server, { response, body, texts: pairs })
  const results = texts
    .map((tokens, index) => ({
      index,
      document: { text: body.documents[index] },
      relevance_score: server.vectors.scoreOf(tokens),
    }))
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, body.top_n || undefined)
  const { id, model } = identify(server, body, 'rerank')
  sendJson(response, { id, model, usage: usageOf(totalTokens(texts)), results })
}

export async function score(server: SimulatedServer, { request, response }: Exchange) {
  const body = await readJson(request, scoringBodySchema)
  checkModel(server, body.model)
  const pairs = textPairs(body).map(([one, other]) => encodePair(one, other))
  const texts = await read(server, { response, body, texts: pairs })
  const { id, model, createdEpochS: created } = identify(server, body, 'score')
  const data = texts.map((tokens, index) => ({
    index,
    object: 'score',
    score: server.vectors.scoreOf(tokens),
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

type Asked = Readonly<{
  response: Exchange['response']
  body: Readonly<{ truncate_prompt_tokens?: number | null | undefined }>
  texts: Texts
}>

/** As much of the texts as is read, once it is. */
async function read(
  { deployment, engine }: SimulatedServer,
  { response, body, texts }: Asked,
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

function checkDimensions({ vectors }: SimulatedServer, dimensions: number): number {
  if (dimensions <= vectors.width) return dimensions
  const message = `dimensions ${dimensions} is above the ${vectors.width} the model has.`
  throw new ApiError(400, message, 'dimensions')
}

function totalTokens(texts: Texts): number {
  return texts.reduce((total, { length }) => total + length, 0)
}

// Has the engine read texts for an answer, each as a request of its own: a batch is no faster for coming in one body.

/** Resolves when all are read; rejects, and stops reading, when the client goes away. */
function readTexts(
  engine: Engine,
  response: ServerResponse,
  texts: readonly (readonly number[])[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let unread = texts.length
    const onRead = () => {
      if (--unread === 0) resolve()
    }
    const readings = texts.map((tokens) => new Reading(tokens, onRead))
    const leave = () => {
      for (const reading of readings) engine.abort(reading)
      reject(new Error('The client went away.'))
    }
    response.once('close', leave)
    if (response.destroyed) return leave()
    for (const reading of readings) engine.submit(reading)
  })
}
