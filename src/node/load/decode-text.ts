// Decodes UTF-8; invalid bytes become U+FFFD, as in the original client.
import { Buffer } from 'node:buffer'
import type { DecodeText } from '#core/protocol/answer-text.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const decodeText: DecodeText = (bytes, start, end) =>
  decoder.decode(bytes.subarray(start, end))

/** Decodes bytes as Latin-1, as in the head of a response. */
export const decodeLatin1: DecodeText = (bytes, start, end) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
