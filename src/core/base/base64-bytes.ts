// Encodes bytes as base64, and decodes base64.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes up to the first character outside the base64 alphabet. */
export function base64Bytes(encoded: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((encoded.length * 3) / 4))
  let [kept, bits, length] = [0, 0, 0]
  for (const letter of encoded) {
    const value = alphabet.indexOf(letter)
    if (value < 0) break
    kept = ((kept << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (kept >> bits) & 0xff
  }
  return bytes.subarray(0, length)
}

/** Character for six bits, which may span two bytes. */
export function base64Letter(bytes: ArrayLike<number>, place: number): string {
  const bit = place * 6
  const byte = Math.floor(bit / 8)
  const two = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0)
  return alphabet[(two >> (10 - (bit % 8))) & 63] ?? ''
}
