// What servers answer that read a prompt and generate nothing: vectors or scores, in one document or as plain bytes.
import type { AnswerDocument, DocumentFormat, DocumentMeaning } from '../response-format.ts'
import { isJson, parseObject, type Json } from '../json-value.ts'
import { modelIn, readError, readUsage } from '../stream-event.ts'

export const pooledAnswer: DocumentFormat = {
  kind: 'document',
  contentTypes: ['application/json', 'application/octet-stream'],
  readDocument: (document) =>
    document.contentType.includes('octet-stream') ? meaningOfBytes(document) : meaningOf(document),
  example: { data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 1 } },
}

/** The usage is in the head, if anywhere. */
function meaningOfBytes({ metadata }: AnswerDocument): DocumentMeaning {
  return vectors(parseObject(metadata ?? '')?.usage)
}

/**
 * A response may hold megabytes of numbers that are not used. Parsing them all would delay other responses,
 * so only the usage is parsed, wherever it is.
 */
function meaningOf({ text }: AnswerDocument): DocumentMeaning | null {
  const body = text().trim()
  const usage = usageIn(body)
  const isEmpty = emptyPattern.test(body)
  const model = modelPattern.exec(body)?.[1] ?? null
  if (usage !== null) return { ...vectors(usage), isEmpty, model }
  const message = parseObject(body)
  if (message === null) return null
  const about = { isEmpty, model: modelIn(message), error: readError(message) }
  return { ...vectors(message.usage), ...about }
}

/** An empty list of results, or a result without numbers: not one of them is a number, as of a model that overflowed. */
const emptyPattern = /(?<!\\)"(?:embedding|data|results)"\s*:\s*(?:\[\s*(?:\]|null\b)|null\b|"")/
const modelPattern = /(?<!\\)"model"\s*:\s*"([^"\\]*)"/

const usagePattern = /(?<!\\)"usage"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?=\s*[,}])/g

/** Null where there is no such key, or more than one. Inside of a JSON string its quotes would be escaped. */
function usageIn(body: string): Json | null {
  if (!body.startsWith('{') || !body.endsWith('}')) return null
  const [found, other] = body.matchAll(usagePattern)
  return found === undefined || other !== undefined ? null : parseObject(found[1] ?? '')
}

function vectors(usage: unknown): DocumentMeaning {
  const promptTokens = isJson(usage) ? (readUsage(usage)?.promptTokens ?? null) : null
  return { text: '', usage: { promptTokens, completionTokens: 0 }, error: null }
}
