// The ways vectors leave the server: written out, as base64, or as bare bytes with everything else in a header.
import type { ServerResponse } from 'node:http'
import type { AnswerIdentity } from './answer-identity.ts'
import { sendText } from '../api/http-exchange.ts'
import type { EncodingFormat } from '../api/pooling-body.ts'
import type { Vector } from './vector-store.ts'

export type VectorAnswer = Readonly<{
  identity: AnswerIdentity
  vectors: readonly Vector[]
  promptTokens: number
  /** What each is, and what its numbers stand under. */
  names: Readonly<{ object: string; key: string }>
}>

type SendVectors = (response: ServerResponse, answer: VectorAnswer) => void

export const sendVectors: Readonly<Record<EncodingFormat, SendVectors>> = {
  float: sendWritten(({ texts }) => `[${texts.join(',')}]`),
  base64: sendWritten(({ numbers }) => `"${bytesOf(numbers).toString('base64')}"`),
  bytes: (response, answer) =>
    sendBytes(response, answer, { metadata: JSON.stringify(metadataOf(answer)) }),
  bytes_only: sendBytes,
}

export function usageOf(promptTokens: number) {
  const none = { completion_tokens: 0, prompt_tokens_details: null }
  return { prompt_tokens: promptTokens, total_tokens: promptTokens, ...none }
}

/** By hand: numbers that are text already need no second look. */
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
