// How the body of a response ends, by its head (RFC 9112, 6.3).
import { inEnglish, message } from '#core/messages/message.ts'
import type { ResponseHead } from './response-head.ts'

export type BodyFraming = Readonly<{
  /** What follows the head: a chunk, a number of bytes, or everything until the connection closes. */
  kind: 'chunk-size' | 'body' | 'rest'
  /** Of a body with a content length. */
  length: number
  /** The connection may carry another response afterwards. */
  keepAlive: boolean
  fault: string | null
}>

const endsChunked = /(^|,)\s*chunked\s*$/i
const closes = /(^|,)\s*close\s*(,|$)/i

export function bodyFraming(head: ResponseHead): BodyFraming {
  const keepAlive = !closes.test(head.header('connection') ?? '') && !head.isOldProtocol
  if (endsChunked.test(head.header('transfer-encoding') ?? '')) {
    return { kind: 'chunk-size', length: 0, keepAlive, fault: null }
  }
  const lengths = new Set(head.header('content-length')?.split(/\s*,\s*/))
  const [length] = lengths
  if (length === undefined) return { kind: 'rest', length: 0, keepAlive, fault: null }
  const isSound = lengths.size === 1 && /^\d{1,15}$/.test(length)
  const fault = isSound
    ? null
    : inEnglish(message('runs.contentLength', { length: [...lengths].join(', ') }))
  return { kind: 'body', length: isSound ? Number(length) : 0, keepAlive, fault }
}
