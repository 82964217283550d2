// Gaps between tokens as bytes: each gap a little-endian base-128 number, so that most take two or three.
import { DamagedValue } from './column-values.ts'

const payloadBits = 7
const moreBit = 0x80
const payloadMask = 0x7f
/** A 32-bit number fills at most five bytes. */
const longest = 5
const longestShift = payloadBits * (longest - 1)

export function encodeGaps(gapsUs: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(gapsUs.length * longest)
  let length = 0
  for (const gapUs of gapsUs) {
    let rest = gapUs
    while (rest > payloadMask) {
      bytes[length++] = (rest & payloadMask) | moreBit
      rest >>>= payloadBits
    }
    bytes[length++] = rest
  }
  return bytes.slice(0, length)
}

/** Throws `DamagedValue` for bytes that `encodeGaps` does not write. */
export function decodeGaps(bytes: Uint8Array): Uint32Array {
  const gapsUs = new Uint32Array(countGaps(bytes))
  let position = 0
  let value = 0
  let shift = 0
  for (const byte of bytes) {
    value |= (byte & payloadMask) << shift
    if (byte & moreBit) {
      shift += payloadBits
      if (shift > longestShift) throw new DamagedValue('gaps')
    } else {
      gapsUs[position++] = value
      value = 0
      shift = 0
    }
  }
  if (shift > 0) throw new DamagedValue('gaps')
  return gapsUs
}

function countGaps(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (!(byte & moreBit)) count++
  return count
}
