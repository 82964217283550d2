// Responses of servers that read a prompt and generate nothing: vectors or scores, in one document or as plain bytes.
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

/** The usage is in the header, if present. */
function meaningOfBytes({ metadata }: AnswerDocument): DocumentMeaning {
  return vectors(parseObject(metadata ?? '')?.usage)
}

/**
 * A response may contain megabytes of unused numbers. Only the usage is parsed, because parsing everything would delay
 * other responses.
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

/** Results without numbers: none at all, or null in place of a number, for example after an overflow in the model. */
const emptyPattern = /(?<!\\)"(?:embedding|data|results)"\s*:\s*(?:\[\s*(?:\]|null\b)|null\b|"")/
const modelPattern = /(?<!\\)"model"\s*:\s*"([^"\\]*)"/

const usagePattern = /(?<!\\)"usage"\s*:\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?=\s*[,}])/g

/** Null unless the key occurs exactly once. Quotes inside a JSON string would be escaped. */
function usageIn(body: string): Json | null {
  if (!body.startsWith('{') || !body.endsWith('}')) return null
  const [found, other] = body.matchAll(usagePattern)
  return found === undefined || other !== undefined ? null : parseObject(found[1] ?? '')
}

function vectors(usage: unknown): DocumentMeaning {
  const promptTokens = isJson(usage) ? (readUsage(usage)?.promptTokens ?? null) : null
  return { text: '', usage: { promptTokens, completionTokens: 0 }, error: null }
}
