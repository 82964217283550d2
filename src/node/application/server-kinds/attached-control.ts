// A server that already runs somewhere: asked what it serves, and nothing else.
import { inEnglish, message } from '#core/messages/message.ts'
import type { AttachedSpec } from '#core/model/server/server.ts'
import type { ControlListener, ServerControl } from './server-control.ts'
import { failedState, readyState } from './probed-state.ts'
import { UnmanagedControl } from './unmanaged-control.ts'

export class AttachedControl extends UnmanagedControl implements ServerControl {
  readonly apiKey: string | null
  readonly #spec: AttachedSpec
  readonly #listener: Pick<ControlListener, 'onState'>
  #asking = new AbortController()

  constructor(
    spec: AttachedSpec,
    apiKey: string | null,
    listener: Pick<ControlListener, 'onState'>,
  ) {
    super()
    this.#spec = spec
    this.apiKey = apiKey
    this.#listener = listener
  }

  runningFlags() {
    return {}
  }

  async start(): Promise<void> {
    this.#asking.abort()
    this.#asking = new AbortController()
    const { signal } = this.#asking
    const sinceEpochMs = Date.now()
    const phase = 'Connecting'
    this.#listener.onState({ state: 'starting', phase, progress: null, sinceEpochMs })
    const asking = { ...this.#spec, apiKey: this.apiKey, signal }
    const state = await readyState(asking).catch(failedState)
    // It may have been let go while we asked.
    if (!signal.aborted) this.#listener.onState(state)
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
}
