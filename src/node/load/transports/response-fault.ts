// The fault that the native parser finds in a response that undici rejected, and the code of undici's error.
import type { Text } from '#core/messages/message.ts'
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { decodeLatin1 } from '../decode-text.ts'

const noListener = {
  onHead: () => undefined,
  onBody: () => undefined,
  onChunks: (start: number) => start,
  onEnd: () => undefined,
}

/** Returns the fault in the pieces of one response; null if none was found so far. */
export function responseFault(pieces: readonly Uint8Array[]): Text | null {
  const parser = new ResponseParser(noListener, decodeLatin1)
  for (const bytes of pieces) parser.push(bytes, 0, bytes.length)
  return parser.fault
}

/** Code of an error; empty if it has none. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
