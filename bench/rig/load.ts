// A load that both clients can put on a server: the same answers, wanted in the same way.

import type { LoadTransport } from '#core/model/benchmark/load-transports.ts'

export type Load = Readonly<{
  requests: number
  /** Wanted of each answer. */
  tokens: number
  /** How many connections there are; without a rate, so many requests are always under way. */
  connections: number
  /** Requests leave at random, so many per second; null: each as soon as one before it is over. */
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
