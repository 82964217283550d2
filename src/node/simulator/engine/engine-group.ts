// The data-parallel engines of one server. A request is routed to the least busy engine, as in vLLM.
import type { Engine } from './engine.ts'
import type { EngineRequest } from './sequence.ts'

/** Weight of a waiting request in running ones: `DPLBAsyncMPClient` in vllm/v1/engine/core_client.py. */
const waitingWeight = 4

export class EngineGroup {
  readonly engines: readonly Engine[]
  readonly #places = new WeakMap<EngineRequest, Engine>()
  #next = 0

  constructor(engines: readonly Engine[]) {
    this.engines = engines
  }

  /** Requests that have not ended. */
  get load(): number {
    return this.engines.reduce((sum, { load }) => sum + load, 0)
  }

  /** Requests outside the batch. */
  get waiting(): number {
    return this.engines.reduce((sum, { waiting }) => sum + waiting, 0)
  }

  submit(request: EngineRequest): void {
    const engine = this.#leastBusy()
    if (engine === undefined) return
    this.#places.set(request, engine)
    engine.submit(request)
  }

  /** Drops a request whose client disconnected; does nothing if it has ended. */
  abort(request: EngineRequest): void {
    this.#places.get(request)?.abort(request)
  }

  /** Empties all caches; false if one could not be emptied. */
  resetCaches(): boolean {
    return this.engines.map(({ cache }) => cache.reset()).every(Boolean)
  }

  stop(): void {
    for (const engine of this.engines) engine.stop()
  }

  /** The least busy engine; ties are broken in rotation. */
  #leastBusy(): Engine | undefined {
    const [first] = this.engines
    if (this.engines.length < 2) return first
    const order = [...this.engines.slice(this.#next), ...this.engines.slice(0, this.#next)]
    const chosen = order.reduce((best, one) => (busyness(one) < busyness(best) ? one : best))
    this.#next = (this.engines.indexOf(chosen) + 1) % this.engines.length
    return chosen
  }
}

function busyness({ load, waiting }: Engine): number {
  return load + (waitingWeight - 1) * waiting
}
