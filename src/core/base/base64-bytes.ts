// Bytes of a text in base64.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Up to the first character that is none of base64. */
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
