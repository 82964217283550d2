// Substrings that base64 of any text contains if the text contains certain bytes.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Shorter cores would also match texts without the secret. */
const shortestCore = 4

/**
 * One core for each position of the bytes within a group of three: the characters that do not depend on neighbouring
 * bytes. A character at either end may contain further bits.
 */
export function base64Cores(bytes: readonly number[]): readonly string[] {
  return [0, 1, 2]
    .map((before) => coreAfter(before, bytes))
    .filter((core) => core.length >= shortestCore)
}

function coreAfter(before: number, bytes: readonly number[]): string {
  const all = [...Array.from({ length: before }, () => 0), ...bytes]
  const first = Math.ceil((before * 8) / 6)
  const end = Math.floor((all.length * 8) / 6)
  return Array.from({ length: end - first }, (_, place) => characterAt(all, first + place)).join('')
}

/** Character of six bits, which may span two bytes. */
function characterAt(bytes: readonly number[], place: number): string {
  const bit = place * 6
  const byte = Math.floor(bit / 8)
  const two = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0)
  return alphabet[(two >> (10 - (bit % 8))) & 63] ?? ''
}
