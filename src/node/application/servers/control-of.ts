// Selects the control of a server by its kind.
import { setTimeout as delay } from 'node:timers/promises'
import { message } from '#core/messages/message.ts'
import {
  simulatorSettingsSchema,
  type AttachedSpec,
  type Server,
  type ServerState,
  type SimulatorSpec,
} from '#core/model/server.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { type ControlListener, type ServerControl, UnmanagedControl } from './server-control.ts'
import { failedState, isAnswering, readyState, statedBy } from './probed-state.ts'
import { type FlagOverrides, withFlags } from './flag-overrides.ts'
import {
  type SimulatorPort,
  type SimulatorProcess,
  startSimulatorProcess,
} from './simulator-process.ts'
import { LaunchControl } from './launch-control.ts'
import type { LaunchTools } from './launching.ts'

// A server that already runs elsewhere: queried for its models, and watched from then on.
type Listener = Pick<ControlListener, 'onState'>

class AttachedControl extends UnmanagedControl implements ServerControl {
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
    // It may have been released in the meantime.
    if (signal.aborted) return
    this.#listener.onState(state)
    void this.#watch(state, signal)
  }

  /** Watches a server that was queried before it was added. */
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
    const { gpuMetricsUrl: urls, gpuMetricsGpus: chosen = null } = this.#spec
    if (urls !== undefined) return { urls, chosen }
    return { problem: message('servers.gpusUnknown') }
  }

  /** Reports when it stops responding, and when it responds again. Ends with the signal; never rejects. */
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
    return await readyState({
      ...{ baseUrl: this.#spec.baseUrl, apiKey: this.apiKey, signal },
      stated: statedBy(this.#spec),
    }).catch(failedState)
  }

  #begin(): AbortSignal {
    this.#asking.abort()
    this.#asking = new AbortController()
    return this.#asking.signal
  }
}

const watchEveryMs = 3000
/** Delay after a first failure, because one lost packet does not mean a dead server. */
const recheckMs = 1000

// A simulated server, in a local process.
class SimulatorControl extends UnmanagedControl implements ServerControl {
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
      onReady: (port) => void this.#becomeReady(`http://127.0.0.1:${port}`, spec, signal),
      onFailed: (error) => {
        this.#process = null
        this.#asking.abort()
        onState(failedState(error))
      },
    })
    return Promise.resolve()
  }

  /** Does nothing, because the process ended with the program that started it. */
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
    return { problem: message('servers.simulatorGpus') }
  }

  async #becomeReady(baseUrl: string, spec: SimulatorSpec, signal: AbortSignal): Promise<void> {
    const stated = { simulator: simulatorSettingsSchema.parse(spec) }
    const probing = { baseUrl, apiKey: null, signal, stated }
    const state = await readyState(probing).catch(failedState)
    // It may have been stopped, or its process may have ended, during the query.
    if (!signal.aborted) this.#listener.onState(state)
  }
}

export type ControlTools = Readonly<{
  spawnSimulator: () => SimulatorPort
  launchTools: LaunchTools
}>

export type ControlSubject = Readonly<{
  spec: Server['spec']
  /** Key of an attached server. */
  apiKey?: string | null
  /** Secrets of a launched server, by name of environment variable. */
  secrets?: Readonly<Record<string, string>>
}>

export function controlOf(
  { spec, apiKey = null, secrets = {} }: ControlSubject,
  { spawnSimulator, launchTools }: ControlTools,
  listener: ControlListener,
): ServerControl {
  rememberSecrets([apiKey, ...Object.values(secrets)])
  switch (spec.kind) {
    case 'simulator':
      return new SimulatorControl(spec, spawnSimulator, listener)
    case 'attached':
      return new AttachedControl(spec, apiKey, listener)
    case 'launched':
      return new LaunchControl({ spec, secrets }, launchTools, listener)
  }
}
