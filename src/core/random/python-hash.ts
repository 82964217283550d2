// CPython's `hash` of a str since 3.11 with a known PYTHONHASHSEED: SipHash-1-3 with a key derived from that seed.

type Key = readonly [k0: bigint, k1: bigint]

/** Parses PYTHONHASHSEED like CPython: null for `random` and for anything except an integer from 0 to 4294967295. */
export function readHashSeed(text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null
  const seed = Number(text)
  return seed <= 0xffffffff ? seed : null
}

/** Returns a function from a string to the low 32 bits of its hash. */
export function pythonStringHash(seed: number): (text: string) => number {
  const key = keyOf(seed)
  return (text) => (text === '' ? 0 : Number(BigInt.asUintN(32, hashOf(bytesOf(text), key))))
}

/** Bytes of the linear congruential generator that fills CPython's secret; zeros for seed 0. */
function keyOf(seed: number): Key {
  const secret = new DataView(new ArrayBuffer(16))
  let state = seed
  for (let at = 0; at < secret.byteLength && seed !== 0; at++) {
    state = (Math.imul(state, 214013) + 2531011) | 0
    secret.setUint8(at, (state >>> 16) & 0xff)
  }
  return [secret.getBigUint64(0, true), secret.getBigUint64(8, true)]
}

/** CPython's storage: one, two or four bytes per code point, depending on the largest one. */
function bytesOf(text: string): Uint8Array {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const largest = points.reduce((most, point) => Math.max(most, point), 0)
  if (largest < 0x100) return Uint8Array.from(points)
  const size = largest < 0x10000 ? 2 : 4
  const view = new DataView(new ArrayBuffer(points.length * size))
  points.forEach((point, index) => {
    if (size === 2) view.setUint16(index * size, point, true)
    else view.setUint32(index * size, point, true)
  })
  return new Uint8Array(view.buffer)
}

function hashOf(bytes: Uint8Array, [k0, k1]: Key): bigint {
  const v = new BigUint64Array([
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ])
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8)
  padded.set(bytes)
  padded[padded.length - 1] = bytes.length & 0xff
  const words = new DataView(padded.buffer)
  for (let at = 0; at < padded.length; at += 8) {
    const word = words.getBigUint64(at, true)
    xor(v, 3, word)
    round(v)
    xor(v, 0, word)
  }
  xor(v, 2, 0xffn)
  for (let each = 0; each < 3; each++) round(v)
  const hash = v.reduce((all, word) => all ^ word, 0n)
  // CPython reserves −1 for errors.
  return hash === 0xffffffffffffffffn ? hash - 1n : hash
}

function round(v: BigUint64Array): void {
  mix(v, 0, 1, 13n)
  v[0] = rotated(v[0], 32n)
  mix(v, 2, 3, 16n)
  mix(v, 0, 3, 21n)
  mix(v, 2, 1, 17n)
  v[2] = rotated(v[2], 32n)
}

/** Adds `from` to `to`, rotates `from`, and XORs the two; the array stores 64 bits of each. */
function mix(v: BigUint64Array, to: number, from: number, bits: bigint): void {
  v[to] = (v[to] ?? 0n) + (v[from] ?? 0n)
  v[from] = rotated(v[from], bits) ^ (v[to] ?? 0n)
}

function xor(v: BigUint64Array, at: number, word: bigint): void {
  v[at] = (v[at] ?? 0n) ^ word
}

function rotated(word = 0n, bits: bigint): bigint {
  return BigInt.asUintN(64, (word << bits) | (word >> (64n - bits)))
}
