// Text to UTF-8 bytes and back with nothing but the language: this folder knows no TextEncoder.

export function encodeUtf8(text: string): Uint8Array {
  const codes: number[] = []
  for (const [escaped, hex] of encodeURIComponent(text).matchAll(/%(..)|[^%]/g)) {
    codes.push(hex === undefined ? escaped.charCodeAt(0) : parseInt(hex, 16))
  }
  return Uint8Array.from(codes)
}

export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const escaped = Array.from(bytes.subarray(start, end), (byte) => `%${hexByte(byte)}`)
  return decodeURIComponent(escaped.join(''))
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** The same bytes in pieces that end at the given places. */
export function splitAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const inside = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
  const ends = [...inside, bytes.length]
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end))
}

/** The bytes as a range of a buffer that was used before: what lies around them must make no difference. */
export function amidOthers(piece: Uint8Array): [bytes: Uint8Array, start: number, end: number] {
  const before = encodeUtf8('data: {"id":"a","text":"')
  const after = encodeUtf8('","created":17}]}\n\n')
  const bytes = new Uint8Array(before.length + piece.length + after.length)
  bytes.set(before)
  bytes.set(piece, before.length)
  bytes.set(after, before.length + piece.length)
  return [bytes, before.length, before.length + piece.length]
}
