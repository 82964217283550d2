// Bytes of ASCII as text.
import { Buffer } from 'node:buffer'

export function asciiText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
