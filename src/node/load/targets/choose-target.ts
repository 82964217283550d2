// Which of several servers a request goes to.
import type { UrlStrategy } from '#core/flags/targets.ts'

/** `index` is the position of the request in the whole plan. */
export type Aimed = Readonly<{ index: number; conversation: number | undefined }>

/** Returns the place of a server. `inFlight` counts the requests of each, in every thread. */
type ChooseTarget = (request: Aimed, inFlight: Int32Array) => number

export const targetChoices: Readonly<Record<UrlStrategy, ChooseTarget>> = {
  'round-robin': ({ index }, { length }) => index % length,
  'session-sticky': ({ index, conversation = index }, { length }) => conversation % length,
  'least-in-flight': leastInFlight,
}

/** Of servers with equally few, the next in turn, so that equal servers share the load equally. */
function leastInFlight({ index }: Aimed, inFlight: Int32Array): number {
  let least = index % inFlight.length
  for (let after = 1; after < inFlight.length; after++) {
    const target = (index + after) % inFlight.length
    if (Atomics.load(inFlight, target) < Atomics.load(inFlight, least)) least = target
  }
  return least
}
