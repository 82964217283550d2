// A load that both clients can put on a server: the same responses, requested in the same way.

import type { LoadTransport } from '#core/traits/load-traits.ts'

export type Load = Readonly<{
  requests: number
  /** Wanted of each answer. */
  tokens: number
  /** Number of connections; without a rate, also the number of requests in flight. */
  connections: number
  /** Poisson arrivals per second; null: each as soon as the one before has ended. */
  ratePerS: number | null
  /** Of our client, its own reader where nothing is said. */
  transport?: LoadTransport
  /** Of our client, one where nothing is said; the limit client has one. */
  threads?: number
}>

/** All requests leave at once, one per connection. */
export function together(streams: number, tokens: number): Load {
  return { requests: streams, tokens, connections: streams, ratePerS: null }
}

/** How long an answer takes, in seconds. */
export function answerS(
  { tokens }: Pick<Load, 'tokens'>,
  { ttftMs, itlMs }: Readonly<{ ttftMs: number; itlMs: number }>,
): number {
  return (ttftMs + (tokens - 1) * itlMs) / 1000
}
