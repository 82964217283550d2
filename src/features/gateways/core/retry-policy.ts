// Delay before a rejected request is retried: the server's Retry-After, else exponential back-off with jitter.
import { hashedShare } from '#core/random/hashed-share.ts'

/** Statuses with which a server or gateway may reject a valid request. 529 is Anthropic's. */
export const rejectionStatuses: readonly number[] = [
  408, 409, 421, 425, 429, 500, 502, 503, 504, 507, 520, 521, 522, 523, 524, 529,
]

export type RetryPolicy = Readonly<{
  statuses: readonly number[]
  /** Retries after the first attempt. */
  maxRetries: number
  seed: number
}>

// Values of OpenAI's Python client.
const firstWaitS = 0.5
const longestWaitS = 8
const jitter = 0.25
/** Servers ask for longer waits when a quota of an hour or a day is used up. */
const longestAskedS = 600

type Rejection = Readonly<{
  /** Index of the request in the run. */
  index: number
  /** Attempts before this one. */
  attempt: number
  retryAfter: string | null
  /** Header `retry-after-ms` of OpenAI and Azure, which is more precise. */
  retryAfterMs: string | null
  epochMs: number
}>

/** Whole microseconds; null if a retry is hopeless. Deterministic for a seed, in any order of rejections. */
export function retryWaitUs(
  { seed }: Pick<RetryPolicy, 'seed'>,
  rejection: Rejection,
): number | null {
  const askedS = askedWaitS(rejection)
  if (askedS !== null) return askedS > longestAskedS ? null : Math.round(askedS * 1e6)
  const { index, attempt } = rejection
  const fullS = Math.min(longestWaitS, firstWaitS * 2 ** attempt)
  return Math.round(fullS * (1 - jitter * hashedShare([seed, index, attempt])) * 1e6)
}

/** Reads seconds or a date (RFC 9110); null if the header is absent or neither. */
function askedWaitS({ retryAfter, retryAfterMs, epochMs }: Rejection): number | null {
  const isNumber = /^\d{1,12}(\.\d+)?$/
  const ms = retryAfterMs?.trim() ?? ''
  if (isNumber.test(ms)) return Number(ms) / 1000
  const text = retryAfter?.trim() ?? ''
  if (isNumber.test(text)) return Number(text)
  const atMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - epochMs) / 1000
}
