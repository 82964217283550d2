// Servers a reader has added: simulators that we run ourselves, and servers that already run somewhere.
import { randomUUID } from 'node:crypto'
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { RunLaunch } from '#core/model/launch.ts'
import type {
  AttachedSpec,
  LaunchedSpec,
  Server,
  ServerFacts,
  ServerState,
  SimulatorSpec,
} from '#core/model/server.ts'
import { requestHeaders } from '#core/protocol/headers.ts'
import { probeServer, type ProbedServer } from '#node/experiment/probe-server.ts'
import { findDeployment } from '#node/simulator/presets.ts'
import type { Database } from '#node/storage/database.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import { listServers, removeServer, saveServer, type StoredServer } from '#node/storage/servers.ts'
import type { Events } from './events.ts'
import { ownFlags, runsWith, withFlags, type LaidFlags } from './laid-flags.ts'
import { LaunchControl } from './launched/launch-control.ts'
import { separated, type LaunchAsked, type LaunchTools } from './launched/launching.ts'
import { loadPlace, type LoadPlace } from './load-place.ts'
import { LogLines } from './log-lines.ts'
import {
  startSimulatorProcess,
  type SimulatorPort,
  type SimulatorProcess,
} from './simulator-process.ts'

type Surroundings = Readonly<{
  database: Database
  events: Events
  spawnSimulator: () => SimulatorPort
  launchTools: LaunchTools
}>

type Entry = {
  server: Server
  readonly log: LogLines
  process: SimulatorProcess | null
  /** What that was started with. */
  simulated: SimulatorSpec | null
  /** For one that was launched on a host. */
  control: LaunchControl | null
  /** In memory only: never stored, never shown. */
  readonly apiKey: string | null
}

/** Where requests may go right now. */
export type ReadyServer = Readonly<{
  name: string
  baseUrl: string
  apiKey: string | null
  /** How it was launched and is reached, measured now; null where it was not launched from here. */
  describeLaunch(): Promise<RunLaunch | null>
  /** Where its GPUs can be asked; why not, otherwise. */
  gpus: SampledPlaces['gpus']
  /** Where its reader said so, or it did itself. */
  gpuCount: ServerFacts['gpuCount']
  /** Where its load comes from, and what its address is there; throws where it cannot come from this host. */
  loadPlace(on: string | null): LoadPlace
  /** The tokenizer of its model, fetched from its host; null where there is none. */
  hostTokenizer(): Promise<string | null>
}>

export class Servers {
  readonly #surroundings: Surroundings
  readonly #entries = new Map<string, Entry>()
  /** Ends questions that are still open when the program closes. */
  readonly #closing = new AbortController()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    for (const stored of listServers(surroundings.database)) this.#admit(stored, null)
    for (const { server, control } of this.#entries.values()) {
      if (server.spec.kind === 'attached') void this.start(server.id)
      void control?.findAgain()
    }
  }

  list(): Server[] {
    return [...this.#entries.values()].map(({ server }) => server)
  }

  /** Launched and not ended, as far as it is known here. */
  runningOnHosts(): Server[] {
    return this.list().filter((server) => server.spec.kind === 'launched' && isUp(server))
  }

  log(id: string): string[] {
    return this.#entry(id).log.newest()
  }

  startSimulator(name: string | null, spec: SimulatorSpec): Server {
    const { model, gpu } = findDeployment(spec.preset)
    const entry = this.#add(name ?? `${shortName(model.id)} on ${gpu.name}`, spec, null)
    this.#launch(entry, spec)
    return entry.server
  }

  async attach(name: string | null, spec: AttachedSpec, apiKey: string | null): Promise<Server> {
    const baseUrl = rootOf(spec.baseUrl)
    const probed = await this.#probe(baseUrl, apiKey)
    const entry = this.#add(name ?? probed.modelId, { ...spec, baseUrl }, apiKey)
    this.#setState(entry, readyState(entry.server, baseUrl, probed))
    return entry.server
  }

  /** Resolves at once; how it goes is told by events. */
  launch(name: string | null, asked: LaunchAsked): Server {
    const { profile, secrets } = separated(asked)
    const spec = { kind: 'launched', hostId: asked.hostId, profile, launchId: null } as const
    const entry = this.#add(name ?? profile.name, spec, null)
    entry.control = this.#controlOf(entry, spec, secrets)
    void entry.control.launch()
    return entry.server
  }

  /** One that runs on a host and is in no list. */
  adopt(spec: LaunchedSpec): Server {
    const entry = this.#add(spec.profile.name, spec, null)
    void entry.control?.start()
    return entry.server
  }

  /** For an attached server: asks it again. A launched one is found again, or launched anew. */
  async start(id: string): Promise<Server> {
    const entry = this.#entry(id)
    const { spec, state } = entry.server
    if (state.state === 'starting' || state.state === 'ready') return entry.server
    if (spec.kind === 'simulator') this.#launch(entry, spec)
    if (spec.kind === 'attached') await this.#connect(entry, spec)
    void entry.control?.start()
    return entry.server
  }

  /** Whether it can be asked, and was started with these flags. */
  isReadyWith(id: string, laid: LaidFlags): boolean {
    const { server, simulated } = this.#entry(id)
    const { spec, state, launch } = server
    const running =
      spec.kind === 'launched' ? launch?.launch.profile.config.flags : simulated?.flags
    return state.state === 'ready' && runsWith(running ?? {}, ownFlags(server), laid)
  }

  /** Started, or again where it has other flags, and waited for. Rejects where it does not become ready. */
  async startWith(id: string, laid: LaidFlags, signal: AbortSignal): Promise<void> {
    const entry = this.#entry(id)
    await this.#settled(entry, signal)
    // Subtle: a launched one that nobody watched may be found running with other flags at first.
    for (let tries = 0; tries < 2 && !this.isReadyWith(id, laid); tries++) {
      signal.throwIfAborted()
      if (isUp(entry.server)) await this.stop(id)
      await this.#begin(entry, laid)
      await this.#settled(entry, signal)
    }
    if (!this.isReadyWith(id, laid)) throw notReady(entry.server)
  }

  async stop(id: string): Promise<Server> {
    const entry = this.#entry(id)
    await this.#end(entry)
    this.#setState(entry, { state: 'stopped' })
    return entry.server
  }

  rename(id: string, name: string): Server {
    const entry = this.#entry(id)
    this.#update(entry, { ...entry.server, name })
    saveServer(this.#surroundings.database, entry.server)
    return entry.server
  }

  /** One that was launched is stopped and its folder taken away, unless it is to run on. */
  async remove(id: string, { leavesRunning }: Readonly<{ leavesRunning: boolean }>): Promise<void> {
    const entry = this.#entry(id)
    if (leavesRunning) await entry.control?.leave()
    else await entry.control?.remove()
    await entry.process?.stop()
    this.#entries.delete(id)
    removeServer(this.#surroundings.database, id)
    this.#surroundings.events.publish({ type: 'server-removed', id })
  }

  requireReady(id: string): ReadyServer {
    const { server, control, ...entry } = this.#entry(id)
    const { state, name } = server
    const apiKey = control?.apiKey ?? entry.apiKey
    const describeLaunch = () => control?.describe() ?? Promise.resolve(null)
    if (state.state === 'ready') {
      const gpus = control?.gpus() ?? noGpus[server.spec.kind]
      const hostTokenizer = () => control?.tokenizer() ?? Promise.resolve(null)
      const { baseUrl, facts } = state
      const { hosts } = this.#surroundings.launchTools
      const placeOf = (on: string | null) => loadPlace({ server, baseUrl, on }, hosts)
      return {
        ...{ name, baseUrl, apiKey, describeLaunch, gpus, gpuCount: facts.gpuCount },
        ...{ hostTokenizer, loadPlace: placeOf },
      }
    }
    throw notReady(server)
  }

  server(id: string): Server {
    return this.#entry(id).server
  }

  /** Where it answers; null while it does not. */
  baseUrl(id: string | null): string | null {
    const state = id === null ? null : this.#entries.get(id)?.server.state
    return state?.state === 'ready' ? state.baseUrl : null
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(
      [...this.#entries.values()].map(async ({ process, control }) => {
        await process?.stop()
        // Servers on hosts outlive us.
        await control?.leave()
      }),
    )
  }

  /** Resolves once it is on its way. */
  async #begin(entry: Entry, laid: LaidFlags): Promise<void> {
    const { spec } = entry.server
    if (spec.kind === 'attached') await this.#connect(entry, spec)
    else if (spec.kind === 'launched') await entry.control?.start(laid)
    else this.#launch(entry, { ...spec, flags: withFlags(spec.flags ?? {}, laid) })
  }

  /** No longer on the way to another state. */
  async #settled({ server: { id } }: Entry, signal: AbortSignal): Promise<void> {
    const news = this.#surroundings.events.follow(signal)
    const isChanging = () => ['starting', 'stopping'].includes(this.server(id).state.state)
    while (isChanging() && !(await news.next()).done);
    await news.return()
    signal.throwIfAborted()
  }

  #launch(entry: Entry, spec: SimulatorSpec): void {
    entry.simulated = spec
    const sinceEpochMs = Date.now()
    entry.log.clear()
    this.#setState(entry, { state: 'starting', phase: 'Starting', progress: 0, sinceEpochMs })
    entry.process = startSimulatorProcess(spec, this.#surroundings.spawnSimulator, {
      onLog: (line) => this.#addLogLines(entry, [line]),
      onPhase: (phase, progress) =>
        this.#setState(entry, { state: 'starting', phase, progress, sinceEpochMs }),
      onReady: (port) => void this.#becomeReady(entry, `http://127.0.0.1:${port}`),
      onFailed: (error) => {
        entry.process = null
        this.#setState(entry, failedState(error))
      },
    })
  }

  async #connect(entry: Entry, { baseUrl }: AttachedSpec): Promise<void> {
    const sinceEpochMs = Date.now()
    this.#setState(entry, { state: 'starting', phase: 'Connecting', progress: null, sinceEpochMs })
    await this.#becomeReady(entry, baseUrl)
  }

  async #becomeReady(entry: Entry, baseUrl: string): Promise<void> {
    const outcome = await this.#probe(baseUrl, entry.apiKey).then(
      (probed) => readyState(entry.server, baseUrl, probed),
      failedState,
    )
    // Subtle: it may have been stopped, or its process have ended, while we asked.
    if (entry.server.state.state === 'starting') this.#setState(entry, outcome)
  }

  #probe(baseUrl: string, apiKey: string | null): Promise<ProbedServer> {
    const headers = requestHeaders({ apiKey, overrides: {} })
    const access = { baseUrl, headers, insecure: false }
    return probeServer({ access, model: null, signal: this.#closing.signal })
  }

  async #end(entry: Entry): Promise<void> {
    const { process } = entry
    entry.process = null
    await process?.stop()
    await entry.control?.stop()
  }

  #add(name: string, spec: Server['spec'], apiKey: string | null): Entry {
    const stored = { id: randomUUID(), name, spec, createdAtEpochMs: Date.now() }
    saveServer(this.#surroundings.database, stored)
    return this.#admit(stored, apiKey)
  }

  #admit(stored: StoredServer, apiKey: string | null): Entry {
    const server: Server = { ...stored, state: { state: 'stopped' }, launch: null }
    const log = new LogLines()
    const entry: Entry = { server, log, process: null, simulated: null, control: null, apiKey }
    const { spec } = stored
    if (spec.kind === 'launched') entry.control = this.#controlOf(entry, spec, {})
    this.#entries.set(stored.id, entry)
    return entry
  }

  #controlOf(
    entry: Entry,
    spec: LaunchedSpec,
    secrets: Readonly<Record<string, string>>,
  ): LaunchControl {
    const { database, launchTools } = this.#surroundings
    return new LaunchControl({ spec, secrets }, launchTools, {
      onState: (state) => this.#setState(entry, state),
      onView: (launch) => this.#update(entry, { ...entry.server, launch }),
      onLines: (lines) => this.#addLogLines(entry, lines),
      onLogCleared: () => entry.log.clear(),
      onSpec: (changed) => {
        this.#update(entry, { ...entry.server, spec: changed })
        saveServer(database, entry.server)
      },
    })
  }

  #setState(entry: Entry, state: ServerState): void {
    this.#update(entry, { ...entry.server, state })
  }

  #update(entry: Entry, server: Server): void {
    entry.server = server
    this.#surroundings.events.publish({ type: 'server', server })
  }

  #addLogLines(entry: Entry, lines: readonly string[]): void {
    for (const line of lines) entry.log.add(line)
    const { id } = entry.server
    this.#surroundings.events.publish({ type: 'server-log', id, lines: [...lines] })
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry !== undefined) return entry
    throw new AppError('not-found', `There is no server ${id}.`, {
      remedy: 'It was removed; choose another one.',
    })
  }
}

const noGpus: Readonly<Record<Server['spec']['kind'], SampledPlaces['gpus']>> = {
  simulator: { problem: 'A simulated server has no GPUs.' },
  attached: { problem: 'The server was not launched from here: where its GPUs are is not known.' },
  launched: { problem: 'The host of the server is not known any more.' },
}

function isUp({ state }: Server): boolean {
  return state.state === 'starting' || state.state === 'ready'
}

function notReady({ name, state }: Server): AppError {
  const why = state.state === 'failed' ? state.message : `It is ${state.state}.`
  const remedy = state.state === 'failed' ? state.remedy : null
  return new AppError('invalid-input', `The server "${name}" is not ready. ${why}`, {
    field: 'serverId',
    remedy: remedy ?? 'Start it and wait until it is ready, or choose another one.',
  })
}

function readyState(
  { spec }: Pick<Server, 'spec'>,
  baseUrl: string,
  { facts }: ProbedServer,
): ServerState {
  const told = spec.kind === 'attached' ? spec.gpuCount : undefined
  const known = { ...facts, ...(told !== undefined && { gpuCount: told }) }
  return { state: 'ready', baseUrl, facts: known, sinceEpochMs: Date.now() }
}

function failedState(error: unknown): ServerState {
  const remedy = error instanceof AppError ? error.remedy : null
  return { state: 'failed', message: messageOf(error), remedy }
}

/** Readers paste what their client uses: the root of the API is where everything else hangs. */
function rootOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function shortName(modelId: string): string {
  return modelId.split('/').at(-1) ?? modelId
}
