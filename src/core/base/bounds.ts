// Largest values accepted from outside. With them, sums over the requests of a run stay whole numbers below 2^53.

/** Per request: tokens, inputs, images. Nine digits. */
export const mostCount = 999_999_999

/** Maximum stored characters of a response. */
export const longestText = 16 * 2 ** 20

/** Times in µs (31 years), bytes, energies and rates. */
export const mostAmount = 1e15

/** Counters and gauges of servers and GPUs, some in ns or bytes since they started. */
export const mostReading = 2 ** 64

/** Latest time that a Date can represent. */
export const mostEpochMs = 8.64e15

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && isAmount(value) && value >= 0 && value <= mostCount
}

/** False for NaN and infinities. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= mostAmount
}
