// Converts text to UTF-8 and back using only the language, because this folder has no TextEncoder.

export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length)
  let length = 0
  for (let place = 0; place < text.length; place++) {
    const code = text.codePointAt(place) ?? 0
    if (code < 0x80) {
      bytes[length++] = code
      continue
    }
    const character = String.fromCodePoint(code)
    place += character.length - 1
    for (const hex of encodeURIComponent(character).slice(1).split('%')) {
      bytes[length++] = parseInt(hex, 16)
    }
  }
  return bytes.slice(0, length)
}

export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  const piece = bytes.subarray(start, end)
  if (piece.every((byte) => byte < 0x80)) {
    let text = ''
    for (const byte of piece) text += String.fromCharCode(byte)
    return text
  }
  return decodeURIComponent(Array.from(piece, (byte) => `%${hexByte(byte)}`).join(''))
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

/** The same bytes, split at the given positions. */
export function splitAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const inside = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
  const ends = [...inside, bytes.length]
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end))
}

const before = encodeUtf8('data: {"id":"a","text":"')
const after = encodeUtf8('","created":17}]}\n\n')

/** The bytes as a range of a reused buffer: the surrounding bytes must make no difference. */
export function amidOthers(piece: Uint8Array): [bytes: Uint8Array, start: number, end: number] {
  const bytes = new Uint8Array(before.length + piece.length + after.length)
  bytes.set(before)
  bytes.set(piece, before.length)
  bytes.set(after, before.length + piece.length)
  return [bytes, before.length, before.length + piece.length]
}
