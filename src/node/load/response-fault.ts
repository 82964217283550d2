// What our own parser finds wrong in a response that undici gave up on, and the code of undici's error.
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { decodeLatin1 } from './decode-text.ts'

const noListener = {
  onHead: () => undefined,
  onBody: () => undefined,
  onChunks: (start: number) => start,
  onEnd: () => undefined,
}

/** Of the pieces of one response; null where it is sound so far. */
export function responseFault(pieces: readonly Uint8Array[]): string | null {
  const parser = new ResponseParser(noListener, decodeLatin1)
  for (const bytes of pieces) parser.push(bytes, 0, bytes.length)
  return parser.fault
}

/** Empty where it has none. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
