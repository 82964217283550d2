// Strategies that choose the server of a request.
import type { ChooseTarget, RoutedRequest } from '#node/load/connections/target.ts'
import type { UrlStrategy } from '#features/gateways/core/flags.ts'

export const targetChoices: Readonly<Record<UrlStrategy, ChooseTarget>> = {
  'round-robin': ({ index }, { length }) => index % length,
  'session-sticky': ({ index, conversation = index }, { length }) => conversation % length,
  'least-in-flight': leastInFlight,
}

/** Selects the server with the fewest requests in flight. Breaks ties in rotation, so that equal servers get equal shares. */
function leastInFlight({ index }: RoutedRequest, inFlight: Int32Array): number {
  let least = index % inFlight.length
  for (let after = 1; after < inFlight.length; after++) {
    const target = (index + after) % inFlight.length
    if (Atomics.load(inFlight, target) < Atomics.load(inFlight, least)) least = target
  }
  return least
}
