// Digits of whole numbers and of seconds with up to six decimals, straight into bytes.

const zero = 0x30
const point = 0x2e
const [letterE, minus] = [0x65, 0x2d]

/** `999999999.999999`, of fewer than 1e15 µs. */
export const longestSeconds = 16

/** The three digits of every number below 1000, end to end. */
const threeDigits = Uint8Array.from({ length: 3000 }, (_, i) => {
  const tens = 10 ** (2 - (i % 3))
  return zero + (Math.floor(Math.floor(i / 3) / tens) % 10)
})

/** Writes a non-negative safe integer; returns the end position. */
export function writeInteger(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = zero + value
    return at + 1
  }
  let end = at + 1
  for (let left = value; left >= 10; left = Math.floor(left / 10)) end++
  let left = value
  for (let place = end - 1; place >= at; place--) {
    const tenth = Math.floor(left / 10)
    bytes[place] = zero + (left - tenth * 10)
    left = tenth
  }
  return end
}

/** Writes `repr(us / 1e6)` of Python for whole non-negative µs below 1e15; returns the end position. */
export function writeSeconds(bytes: Uint8Array, at: number, us: number): number {
  if (us < 100) return us === 0 ? writeZero(bytes, at) : writeExponential(bytes, at, us)
  const whole = us < 1e6 ? 0 : Math.floor(us / 1e6)
  const start = writeInteger(bytes, at, whole)
  bytes[start] = point
  return writeDecimals(bytes, start + 1, us - whole * 1e6)
}

function writeZero(bytes: Uint8Array, at: number): number {
  bytes[at] = zero
  bytes[at + 1] = point
  bytes[at + 2] = zero
  return at + 3
}

/** Python leaves positional notation below 1e-4. */
function writeExponential(bytes: Uint8Array, at: number, us: number): number {
  const isBelowTen = us < 10
  const first = isBelowTen ? us : Math.floor(us / 10)
  const second = isBelowTen ? 0 : us - first * 10
  let end = at
  bytes[end++] = zero + first
  if (second > 0) {
    bytes[end++] = point
    bytes[end++] = zero + second
  }
  bytes[end++] = letterE
  bytes[end++] = minus
  bytes[end++] = zero
  bytes[end++] = zero + (isBelowTen ? 6 : 5)
  return end
}

/** Six of them, without zeros at the end, but at least one. */
function writeDecimals(bytes: Uint8Array, at: number, millionths: number): number {
  const upper = (millionths / 1000) | 0
  const lower = millionths - upper * 1000
  let end = at + (lower > 0 ? 6 : 3)
  write3(bytes, at, upper)
  if (lower > 0) write3(bytes, at + 3, lower)
  while (end > at + 1 && bytes[end - 1] === zero) end--
  return end
}

function write3(bytes: Uint8Array, at: number, number: number): void {
  const from = 3 * number
  bytes[at] = threeDigits[from] ?? 0
  bytes[at + 1] = threeDigits[from + 1] ?? 0
  bytes[at + 2] = threeDigits[from + 2] ?? 0
}
