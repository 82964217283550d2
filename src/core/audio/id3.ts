// Tags that some files begin with, before the format they are in.
import type { ByteView } from './byte-view.ts'

const headerLength = 10

/** The length is written in bytes of seven bits. */
export function lengthOfTags(view: ByteView): number {
  if (view.letters(0, 3) !== 'ID3') return 0
  const sevenBits = [6, 7, 8, 9].map((at) => view.uint8(at) & 0x7f)
  return headerLength + sevenBits.reduce((length, bits) => length * 128 + bits, 0)
}
