// The servers of a load: selects one for each request, and pools the connections to each. Most loads have one.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { ConnectionPool } from './connection-pool.ts'
import * as features from './features.ts'
import type { LoadConnection } from './load-connection.ts'
import type { ChooseTarget, Target } from './target.ts'
import type { Share } from '../schedule/share.ts'
import { createLoadPool, nativePool } from '../transports/load-pool.ts'

type Choices = Readonly<Record<string, ChooseTarget>>

const targetChoices = Object.assign({}, ...Object.values<Choices>(features)) as Choices

type Server = Pick<LoadPlan, 'url' | 'proxy'>

/** Servers, in the order of the plan. */
export function serversOf(plan: Server & Pick<LoadPlan, 'targets'>): readonly Server[] {
  return plan.targets?.servers ?? [plan]
}

const cutByUs = new Error('the response is no longer wanted')

export class Targets {
  readonly #pools: readonly ConnectionPool[]
  readonly #first: ConnectionPool
  readonly #choose: ChooseTarget | null
  readonly #inFlight: Int32Array

  /** `inFlight` counts the requests to each server, shared between threads. */
  constructor(
    [first, ...others]: readonly [ConnectionPool, ...ConnectionPool[]],
    strategy: string | null = null,
    inFlight: Int32Array = new Int32Array(1 + others.length),
  ) {
    this.#first = first
    this.#pools = [first, ...others]
    this.#choose = targetChoices[strategy ?? ''] ?? null
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
