// Bytes as UTF-8 text; what is not valid becomes U+FFFD, as in the original client.
import type { DecodeText } from '#core/protocol/answer-text.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const decodeText: DecodeText = (bytes, start, end) =>
  decoder.decode(bytes.subarray(start, end))
