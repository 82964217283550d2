// Requests that the client cancels during the response, like users who have read enough or waited too long.
import { hashedShare } from '#core/random/hashed-share.ts'

type CancelAfter = Readonly<{ unit: 's' | 'tok'; amount: number }>

/** `share` of requests, 0–1. */
type Draw = Readonly<{ share: number; seed: number }>

const longestS = 86_400
const mostTokens = 1_000_000

/** `500ms`, `2s` or `50tok`; null for any other text. */
export function cancelAfterOf(text: string): CancelAfter | null {
  const [, digits = '', unit] = /^(\d{1,9}(?:\.\d{1,6})?)\s*(ms|s|tok)$/.exec(text.trim()) ?? []
  const amount = unit === 'ms' ? Number(digits) / 1000 : Number(digits)
  if (unit === undefined || amount <= 0) return null
  if (unit !== 'tok') return amount <= longestS ? { unit: 's', amount } : null
  return Number.isInteger(amount) && amount <= mostTokens ? { unit, amount } : null
}

/** Deterministic: depends on the seed and index alone, not on the thread or worker that sends the request. */
export function isToBeCancelled({ share, seed }: Draw, index: number): boolean {
  return hashedShare([seed, index, cancelSalt]) < share
}

/** Keeps the draw independent of the jitter of retries, which hashes the same seed. */
const cancelSalt = 0x63616e63
