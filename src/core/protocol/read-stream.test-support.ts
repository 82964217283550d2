// Reads whole streams and returns the results of the reader under test and of the parser alone.
import type { OutputKind } from '#core/records/request-outcome.ts'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import { createAnswerReading, type AnswerReading } from './answer-reading.ts'
import { responseFormats } from './apis.ts'
import { keepsAlive, type StreamFormat, type TokenUsage, withPrompt } from './stream-event.ts'
import type { Later } from './template-store.ts'
import { amidOthers, decodeUtf8 } from './utf8.test-support.ts'

/** The stream format of a protocol. */
export function streamFormOf(protocol: ProtocolName): StreamFormat {
  const form = responseFormats[protocol]
  if (form.kind !== 'stream') throw new Error(`${protocol} is no stream`)
  return form
}

export function countingReading(protocol: ProtocolName, later: Later = (task) => task()) {
  const decoded: string[] = []
  const reading = createAnswerReading(protocol, {
    keepText: true,
    later,
    decode: (bytes, start, end) => {
      const text = decodeUtf8(bytes, start, end)
      decoded.push(text)
      return text
    },
  })
  return { reading, decoded }
}

const kinds = ['chunk', 'content', 'reasoning', 'toolCall'] as const

export function readAll(reading: AnswerReading, pieces: readonly Uint8Array[]) {
  const reader = reading.begin()
  const tokens = pieces.map((piece, i) => reader.read(...amidOthers(piece), i)).concat(reader.end())
  const { complete, usage, text, reasoningText: reasoning, fault, firstAtUs } = reader
  return {
    tokens: tokens.reduce((sum, count) => sum + count, 0),
    kinds: kinds.filter((kind) => firstAtUs[kind] !== null),
    complete,
    usage,
    text,
    ...(reasoning !== '' && { reasoning }),
    fault: fault?.code ?? null,
  }
}

type Seen = {
  tokens: number
  kinds: readonly string[]
  complete: boolean
  usage: TokenUsage | null
  text: string
  reasoning?: string
  fault: string | null
}

/** Result of the parser alone for the same payloads. */
export function readByParser(payloads: readonly string[], protocol: ProtocolName): Seen {
  const form = streamFormOf(protocol)
  const seen: Seen = {
    tokens: 0,
    kinds: [],
    usage: null,
    text: '',
    fault: null,
    complete: form.ending === 'body',
  }
  const met = new Set<OutputKind | 'chunk'>()
  for (const payload of payloads) {
    if (keepsAlive(payload)) continue
    const event = form.readEvent(payload)
    if (event === null || event.error !== null) {
      return { ...seen, fault: event === null ? 'bad-event' : 'server-error-event' }
    }
    if (event.chunk) met.add('chunk')
    if (event.output !== null) {
      seen.tokens++
      met.add(event.output)
    }
    seen.kinds = kinds.filter((kind) => met.has(kind))
    if (event.finished) seen.complete = true
    seen.usage = event.usage === null ? seen.usage : withPrompt(event.usage, seen.usage)
    seen.text = event.wholeText ?? seen.text + event.text
    if (event.reasoningText !== '') seen.reasoning = (seen.reasoning ?? '') + event.reasoningText
    if ((event.usage?.reasoningTokens ?? 0) > 0) delete seen.reasoning
  }
  return seen
}
