// Rejects requests with 429 before they reach the engine: a share of them, or those that find the queue full.
import type { SimulatorSpec } from '#core/model/server/server.ts'
import { createSeededRandom } from '../engine/seeded-random.ts'
import { ApiError } from './http-exchange.ts'

type Rejections = NonNullable<SimulatorSpec['rejections']>

/** Throws for a request that is rejected. `waiting` is the length of the queue. */
export type Admission = (waiting: number) => void

export function createAdmission(
  { share, maxQueue, retryAfterS }: Rejections,
  seed: number,
): Admission {
  const random = createSeededRandom(seed)
  return (waiting) => {
    const isFull = maxQueue !== null && waiting > maxQueue
    if (random() >= share && !isFull) return
    const reason = isFull ? `${waiting} requests are waiting` : 'The rate limit is reached'
    const headers = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) }
    throw new ApiError(429, `${reason}. Try again later.`, null, headers)
  }
}
