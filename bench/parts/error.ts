// How far what a client reports lies from what the server knows it did.
import type { Account } from './part.ts'

/** Absolute difference: a rhythm reported too even is as wrong as one reported too rough. */
export function p99ItlErrorMs({ itl, truth }: Account): number {
  return Math.abs((itl?.p99 ?? NaN) - (truth?.itl.p99 ?? NaN))
}

export function meanTtftErrorMs({ ttft, truth }: Account): number {
  return (ttft?.mean ?? NaN) - (truth?.ttft.mean ?? NaN)
}
