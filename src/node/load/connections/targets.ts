// The servers of a load: selects one for each request, and pools the connections to each. Most loads have one.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { LoadConnection } from './load-connection.ts'
import type { UrlStrategy } from '#core/flags/targets.ts'
import type { Share } from '../schedule/share.ts'
import { createLoadPool, nativePool } from '../transports/load-pool.ts'

/** `index` is the position of the request in the whole plan. */
type RoutedRequest = Readonly<{ index: number; conversation: number | undefined }>

/** Returns the index of a server. `inFlight` counts the requests of each, in every thread. */
type ChooseTarget = (request: RoutedRequest, inFlight: Int32Array) => number

const targetChoices: Readonly<Record<UrlStrategy, ChooseTarget>> = {
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

type Server = Pick<LoadPlan, 'url' | 'proxy'>

/** Servers, in the order of the plan. */
export function serversOf(plan: Server & Pick<LoadPlan, 'targets'>): readonly Server[] {
  return plan.targets?.servers ?? [plan]
}

/** Index of a server; undefined if there is only one. */
export type Target = number | undefined

const cutByUs = new Error('the response is no longer wanted')

export class Targets {
  readonly #pools: readonly ConnectionPool[]
  readonly #first: ConnectionPool
  readonly #choose: (typeof targetChoices)['round-robin'] | null
  readonly #inFlight: Int32Array

  /** `inFlight` counts the requests to each server, shared between threads. */
  constructor(
    [first, ...others]: readonly [ConnectionPool, ...ConnectionPool[]],
    strategy: NonNullable<LoadPlan['targets']>['strategy'] | null = null,
    inFlight: Int32Array = new Int32Array(1 + others.length),
  ) {
    this.#first = first
    this.#pools = [first, ...others]
    this.#choose = strategy === null ? null : targetChoices[strategy]
    this.#inFlight = inFlight
  }

  /** Selects the server of a request by its position in the whole plan. Retries go to the same server. */
  choose(index: number, conversation: number | undefined): Target {
    if (this.#choose === null) return undefined
    return this.#choose({ index, conversation }, this.#inFlight)
  }

  /** Selects the server of a probe; each server gets equally many. */
  inTurn(number: number): Target {
    return this.#choose === null ? undefined : number % this.#pools.length
  }

  /** Opens up to `count` connections, evenly spread. */
  async prepare(count: number, signal: AbortSignal): Promise<void> {
    const each = Math.ceil(count / this.#pools.length)
    await Promise.all(this.#pools.map((pool) => pool.prepare(each, signal)))
  }

  acquire(target: Target): LoadConnection {
    if (target !== undefined) Atomics.add(this.#inFlight, target, 1)
    return this.#poolOf(target).acquire()
  }

  /** Releases a connection after its response; closes it if it cannot carry another. */
  giveBack(target: Target, connection: LoadConnection, reusable: boolean): void {
    if (target !== undefined) Atomics.sub(this.#inFlight, target, 1)
    const pool = this.#poolOf(target)
    if (reusable) pool.release(connection)
    else pool.discard(connection, cutByUs)
  }

  close(): void {
    for (const pool of this.#pools) pool.close()
  }

  #poolOf(target: Target): ConnectionPool {
    return (target === undefined ? undefined : this.#pools[target]) ?? this.#first
  }
}

/** Pools of the native reader, for each server of the plan. */
export function nativeTargets(plan: LoadPlan, { inFlight }: Share): Targets {
  const others = othersOf(plan).map((other) => nativePool(other))
  return new Targets([nativePool(plan), ...others], plan.targets?.strategy, inFlight)
}

/** Pools of the transport that the plan names. */
export async function createTargets(plan: LoadPlan, { inFlight }: Share): Promise<Targets> {
  const others = await Promise.all(othersOf(plan).map((other) => createLoadPool(other)))
  return new Targets([await createLoadPool(plan), ...others], plan.targets?.strategy, inFlight)
}

function othersOf(plan: LoadPlan): readonly LoadPlan[] {
  const [, ...others] = plan.targets?.servers ?? []
  return others.map((other) => ({ ...plan, ...other }))
}
