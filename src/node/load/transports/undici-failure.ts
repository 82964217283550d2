// Maps undici's errors to the native reader's for the same failures, so that one message explains both.
import type { Text } from '#core/messages/message.ts'
import { Buffer } from 'node:buffer'
import { closedEarly, notHttp, notHttp2 } from '../failure.ts'
import { codeOf, responseFault } from './response-fault.ts'

type ReadSoFar = Readonly<{
  /** Bytes of the response while its head is incomplete; null afterwards. */
  head: readonly Uint8Array[] | null
  lastRead: Uint8Array | null
}>

const closed = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'])

export function causeOfHttp1(error: Error, { head, lastRead }: ReadSoFar): Error {
  const fault = head === null ? null : responseFault(head)
  if (fault !== null) return notHttp(fault)
  if (error.name === 'HTTPParserError') return causeOfParserError(error, lastRead)
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return notHttp('its head is longer than 64 KiB')
  // Undici's error for a response that it rejects, such as an unrequested interim response.
  if (/^bad (response|upgrade)$/.test(error.message)) return notHttp(error.message)
  return closed.has(code) ? closedEarly() : error
}

/** Maps a parser error by its message, because undici's errors differ in nothing else. */
function causeOfParserError(error: Error, lastRead: Uint8Array | null): Error {
  const [, reason = error.message] = /\((.*)\)$/.exec(error.message) ?? []
  if (/EOF/.test(reason)) return closedEarly()
  return notHttp(chunkFault(error, reason, lastRead) ?? reason)
}

/** The error code of a reset stream is the name of its reason. */
export function causeOfHttp2(error: Error): Error {
  const code = codeOf(error)
  const [reason] = /NGHTTP2_\w+/.exec(error.message) ?? []
  if (code === 'ERR_HTTP2_STREAM_ERROR' && reason !== undefined) {
    return Object.assign(new Error(error.message), { code: reason })
  }
  if (code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') return notHttp2()
  if (code === 'ERR_HTTP2_ERROR') return notHttp2(error.message)
  return closed.has(code) || code === 'ERR_HTTP2_STREAM_CANCEL' ? closedEarly() : error
}

const chunkedHead = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
const wholeChunk = Buffer.from('1\r\nx')

/** Undici reports the position in the last read at which it failed: in the size of a chunk, or at its expected end. */
function chunkFault(error: Error, reason: string, lastRead: Uint8Array | null): Text | null {
  if (lastRead === null || !('data' in error) || typeof error.data !== 'string') return null
  const at = Math.max(0, lastRead.length - Buffer.byteLength(error.data))
  return /chunk size/i.test(reason)
    ? responseFault([chunkedHead, lastRead.subarray(startOfSize(lastRead, at))])
    : responseFault([chunkedHead, wholeChunk, lastRead.subarray(at)])
}

function startOfSize(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && /[\da-f]/i.test(String.fromCharCode(bytes[start - 1] ?? 0))) start--
  return start
}
