// A simulated server, in a process of ours.
import { inEnglish, message } from '#core/messages/message.ts'
import type { SimulatorSpec } from '#core/model/server/server.ts'
import { withFlags, type FlagOverrides } from '../servers/flag-overrides.ts'
import {
  startSimulatorProcess,
  type SimulatorPort,
  type SimulatorProcess,
} from '../servers/simulator-process.ts'
import { failedState, readyState } from './probed-state.ts'
import type { ControlListener, ServerControl } from './server-control.ts'
import { UnmanagedControl } from './unmanaged-control.ts'

export class SimulatorControl extends UnmanagedControl implements ServerControl {
  readonly apiKey = null
  readonly #spec: SimulatorSpec
  readonly #spawn: () => SimulatorPort
  readonly #listener: ControlListener
  #process: SimulatorProcess | null = null
  #running: SimulatorSpec | null = null
  #asking = new AbortController()

  constructor(spec: SimulatorSpec, spawn: () => SimulatorPort, listener: ControlListener) {
    super()
    this.#spec = spec
    this.#spawn = spawn
    this.#listener = listener
  }

  runningFlags() {
    return this.#running?.flags ?? {}
  }

  start(overrides: FlagOverrides = {}): Promise<void> {
    const spec = { ...this.#spec, flags: withFlags(this.#spec.flags ?? {}, overrides) }
    const sinceEpochMs = Date.now()
    const { onState, onLines, onLogCleared } = this.#listener
    this.#running = spec
    this.#asking = new AbortController()
    const { signal } = this.#asking
    onLogCleared()
    onState({ state: 'starting', phase: 'Starting', progress: 0, sinceEpochMs })
    this.#process = startSimulatorProcess(spec, this.#spawn, {
      onLog: (line) => onLines([line]),
      onPhase: (phase, progress) => onState({ state: 'starting', phase, progress, sinceEpochMs }),
      onReady: (port) => void this.#becomeReady(`http://127.0.0.1:${port}`, signal),
      onFailed: (error) => {
        this.#process = null
        this.#asking.abort()
        onState(failedState(error))
      },
    })
    return Promise.resolve()
  }

  /** It ended with the program that had started it. */
  findAgain(): Promise<void> {
    return Promise.resolve()
  }

  async stop(): Promise<void> {
    const process = this.#process
    this.#process = null
    this.#asking.abort()
    await process?.stop()
  }

  gpus() {
    return { problem: inEnglish(message('servers.simulatorGpus')) }
  }

  async #becomeReady(baseUrl: string, signal: AbortSignal): Promise<void> {
    const state = await readyState({ baseUrl, apiKey: null, signal }).catch(failedState)
    // It may have been stopped, or its process have ended, while we asked.
    if (!signal.aborted) this.#listener.onState(state)
  }
}
