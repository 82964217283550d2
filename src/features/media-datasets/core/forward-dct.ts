// Discrete cosine transform of a block of 8 × 8 samples, in the integer arithmetic of the reference implementation (Loeffler,
// Ligtenberg and Moschytz; 13 fractional bits), so that every coefficient is identical to the last bit.

const fractionBits = 13
/** Rows are scaled up by this number of bits, which the column pass removes. */
const rowBits = 2

/** Transforms eight values, `stride` apart, in place. */
type Pass = Readonly<{ stride: number; shift: number; scaleEven: (sum: number) => number }>

const rowPass: Pass = {
  stride: 1,
  shift: fractionBits - rowBits,
  scaleEven: (sum) => sum << rowBits,
}

const columnPass: Pass = {
  stride: 8,
  shift: fractionBits + rowBits,
  scaleEven: (sum) => (sum + (1 << (rowBits - 1))) >> rowBits,
}

/** Samples are centred on 0; coefficients are scaled by eight. */
export function transformBlock(block: Int32Array): void {
  for (let row = 0; row < 8; row++) transformEight(block, row * 8, rowPass)
  for (let column = 0; column < 8; column++) transformEight(block, column, columnPass)
}

function transformEight(
  block: Int32Array,
  start: number,
  { stride, shift, scaleEven }: Pass,
): void {
  const at0 = start
  const at1 = at0 + stride
  const at2 = at1 + stride
  const at3 = at2 + stride
  const at4 = at3 + stride
  const at5 = at4 + stride
  const at6 = at5 + stride
  const at7 = at6 + stride
  const sum07 = (block[at0] ?? 0) + (block[at7] ?? 0)
  const sum16 = (block[at1] ?? 0) + (block[at6] ?? 0)
  const sum25 = (block[at2] ?? 0) + (block[at5] ?? 0)
  const sum34 = (block[at3] ?? 0) + (block[at4] ?? 0)
  const difference07 = (block[at0] ?? 0) - (block[at7] ?? 0)
  const difference16 = (block[at1] ?? 0) - (block[at6] ?? 0)
  const difference25 = (block[at2] ?? 0) - (block[at5] ?? 0)
  const difference34 = (block[at3] ?? 0) - (block[at4] ?? 0)

  const half = 1 << (shift - 1)
  const outer = sum07 - sum34
  const inner = sum16 - sum25
  block[at0] = scaleEven(sum07 + sum34 + sum16 + sum25)
  block[at4] = scaleEven(sum07 + sum34 - sum16 - sum25)
  const even = (inner + outer) * 4433 + half
  block[at2] = (even + outer * 6270) >> shift
  block[at6] = (even - inner * 15137) >> shift

  const odd = (difference34 + difference16 + difference25 + difference07) * 9633 + half
  const z1 = (difference34 + difference07) * -7373
  const z2 = (difference25 + difference16) * -20995
  const z3 = (difference34 + difference16) * -16069 + odd
  const z4 = (difference25 + difference07) * -3196 + odd
  block[at7] = (difference34 * 2446 + z1 + z3) >> shift
  block[at5] = (difference25 * 16819 + z2 + z4) >> shift
  block[at3] = (difference16 * 25172 + z2 + z3) >> shift
  block[at1] = (difference07 * 12299 + z1 + z4) >> shift
}
