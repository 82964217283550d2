// A server that already runs somewhere: queried for what it serves, and watched from then on.
import { setTimeout as delay } from 'node:timers/promises'
import { inEnglish, message } from '#core/messages/message.ts'
import type { AttachedSpec, ServerState } from '#core/model/server/server.ts'
import type { ControlListener, ServerControl } from './server-control.ts'
import { failedState, isAnswering, readyState } from './probed-state.ts'
import { UnmanagedControl } from './unmanaged-control.ts'

type Listener = Pick<ControlListener, 'onState'>

export class AttachedControl extends UnmanagedControl implements ServerControl {
  readonly apiKey: string | null
  readonly #spec: AttachedSpec
  readonly #listener: Listener
  #asking = new AbortController()

  constructor(spec: AttachedSpec, apiKey: string | null, listener: Listener) {
    super()
    this.#spec = spec
    this.apiKey = apiKey
    this.#listener = listener
  }

  runningFlags() {
    return {}
  }

  async start(): Promise<void> {
    const signal = this.#begin()
    const sinceEpochMs = Date.now()
    const phase = 'Connecting'
    this.#listener.onState({ state: 'starting', phase, progress: null, sinceEpochMs })
    const state = await this.#probe(signal)
    // It may have been let go meanwhile.
    if (signal.aborted) return
    this.#listener.onState(state)
    void this.#watch(state, signal)
  }

  /** For one that was queried before it was added. */
  watch(state: ServerState): void {
    void this.#watch(state, this.#begin())
  }

  findAgain(): Promise<void> {
    return this.start()
  }

  stop(): Promise<void> {
    this.#asking.abort()
    return Promise.resolve()
  }

  gpus() {
    return { problem: inEnglish(message('servers.gpusUnknown')) }
  }

  /** Reports when it stops answering, and when it answers again. Ends with the signal; never rejects. */
  async #watch(first: ServerState, signal: AbortSignal): Promise<void> {
    let isReady = first.state === 'ready'
    let misses = 0
    const access = { ...this.#spec, apiKey: this.apiKey, signal }
    for (;;) {
      await delay(misses === 1 ? recheckMs : watchEveryMs, null, { ref: false, signal }).catch(
        () => null,
      )
      if (signal.aborted) return
      misses = (await isAnswering(access)) ? 0 : misses + 1
      if (isReady ? misses < 2 : misses > 0) continue
      const state = await this.#probe(signal)
      if (signal.aborted) return
      if (state.state === 'ready' && isReady) continue
      if (state.state !== 'ready' && !isReady) continue
      isReady = state.state === 'ready'
      this.#listener.onState(state)
    }
  }

  async #probe(signal: AbortSignal): Promise<ServerState> {
    return await readyState({ ...this.#spec, apiKey: this.apiKey, signal }).catch(failedState)
  }

  #begin(): AbortSignal {
    this.#asking.abort()
    this.#asking = new AbortController()
    return this.#asking.signal
  }
}

const watchEveryMs = 3000
/** After a first miss: one lost packet is no dead server. */
const recheckMs = 1000
