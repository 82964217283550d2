// Servers that a user has added: stored, reported, started and stopped, of any kind.
import { randomUUID } from 'node:crypto'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type {
  AttachedSpec,
  EndedState,
  LaunchedSpec,
  Server,
  ServerFacts,
  SimulatorSpec,
} from '#core/model/server.ts'
import { requireGpuMetrics } from '#node/experiment/require-gpu-metrics.ts'
import { findDeployment } from '#node/simulator/presets/presets.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { Database } from '#node/storage/database.ts'
import {
  listServers,
  removeServer,
  saveServer,
  type StoredServer,
} from '#node/storage/hosts-and-servers.ts'
import type { Events } from '../events.ts'
import type { Hosts } from './hosts.ts'
import { ownFlags, runsWith, type FlagOverrides } from './flag-overrides.ts'
import { separated, type LaunchAsked } from './launching.ts'
import { loadPlace } from '../load-place.ts'
import { type ControlSubject, controlOf, type ControlTools } from './control-of.ts'
import { readyState, statedBy } from './probed-state.ts'
import type { ControlListener, ServerControl } from './server-control.ts'

type Surroundings = ControlTools & Readonly<{ database: Database; events: Events }>

type Entry = {
  server: Server
  ended: EndedState | null
  readonly log: LogLines
  readonly control: ServerControl
}

export class Servers {
  readonly #surroundings: Surroundings
  readonly #entries = new Map<string, Entry>()
  /** Rejects open prompts when the program closes. */
  readonly #closing = new AbortController()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    for (const stored of listServers(surroundings.database)) this.#admit(stored)
    for (const { control, ended } of this.#entries.values()) void control.findAgain(ended)
  }

  /** Hosts that may send load. */
  get hosts(): Hosts {
    return this.#surroundings.launchTools.hosts
  }

  list(): Server[] {
    return [...this.#entries.values()].map(({ server }) => server)
  }

  /** Launched servers that are not known to have ended. */
  runningOnHosts(): LaunchedServerEntry[] {
    return this.list().filter(isOutliving)
  }

  log(id: string): string[] {
    return this.#entry(id).log.newest()
  }

  startSimulator(name: string | null, spec: SimulatorSpec): Server {
    const { model, gpu } = findDeployment(spec.preset)
    const entry = this.#add(name ?? `${shortName(model.id)} on ${gpu.name}`, { spec })
    void entry.control.start()
    return entry.server
  }

  async attach(name: string | null, asked: AttachedSpec, apiKey: string | null): Promise<Server> {
    const spec = { ...asked, baseUrl: rootOf(asked.baseUrl) }
    const { gpuMetricsUrl = null, gpuMetricsGpus = null } = spec
    await requireGpuMetrics({ gpuMetricsUrl, gpuMetricsGpus }, this.#closing.signal)
    const state = await readyState({
      ...{ baseUrl: spec.baseUrl, apiKey, signal: this.#closing.signal },
      stated: statedBy(spec),
    })
    const served = state.state === 'ready' ? state.facts.model : spec.baseUrl
    const entry = this.#add(name ?? this.#unusedName(served, spec), { spec, apiKey })
    this.#update(entry, { ...entry.server, state })
    entry.control.watch?.(state)
    return entry.server
  }

  /** Adds the address to the name of a second server with the same model, because runs are grouped by that name. */
  #unusedName(served: string, { baseUrl }: AttachedSpec): string {
    const isUsed = this.list().some(({ name }) => name === served)
    return isUsed ? `${served} at ${new URL(baseUrl).host}` : served
  }

  /** Resolves at once; events report progress. A server that fails to start stays in the list. */
  launch(
    name: string | null,
    { starts, ...asked }: LaunchAsked & Readonly<{ starts: boolean }>,
  ): Server {
    const { profile, secrets } = separated(asked)
    const spec = { kind: 'launched', hostId: asked.hostId, profile, launchId: null } as const
    const entry = this.#add(name ?? profile.name, { spec, secrets })
    if (starts) void entry.control.start()
    return entry.server
  }

  /** Adds a server that runs on a host but is not in the list. */
  adopt(spec: LaunchedSpec): Server {
    const entry = this.#add(spec.profile.name, { spec })
    void entry.control.start()
    return entry.server
  }

  /** Queries an attached server again. Finds a launched one, or relaunches it. */
  async start(id: string): Promise<Server> {
    const entry = this.#entry(id)
    if (isUp(entry.server)) return entry.server
    const started = entry.control.start()
    // The host may need a connection first, which may require the user.
    if (entry.server.spec.kind !== 'launched') await started
    return entry.server
  }

  /** Whether it is ready, with these flags. */
  isReadyWith(id: string, overrides: FlagOverrides): boolean {
    const { server, control } = this.#entry(id)
    const isReady = server.state.state === 'ready'
    return isReady && runsWith(control.runningFlags(), ownFlags(server), overrides)
  }

  /** Starts it, or restarts it if its flags differ, and waits. Rejects if it does not become ready. */
  async startWith(id: string, overrides: FlagOverrides, signal: AbortSignal): Promise<void> {
    const entry = this.#entry(id)
    await this.settled(id, signal)
    // A launched server that was not being watched may turn out to run with other flags.
    for (let tries = 0; tries < 2 && !this.isReadyWith(id, overrides); tries++) {
      signal.throwIfAborted()
      if (isUp(entry.server)) await this.stop(id)
      await entry.control.start(overrides)
      await this.settled(id, signal)
    }
    if (!this.isReadyWith(id, overrides)) throw notReady(entry.server)
  }

  async stop(id: string): Promise<Server> {
    const entry = this.#entry(id)
    await entry.control.stop()
    this.#update(entry, { ...entry.server, state: { state: 'stopped' } })
    return entry.server
  }

  rename(id: string, name: string): Server {
    const entry = this.#entry(id)
    this.#update(entry, { ...entry.server, name })
    this.#save(entry)
    return entry.server
  }

  /** Stops a launched server and deletes its folder, unless it should keep running. */
  async remove(id: string, { leavesRunning }: Readonly<{ leavesRunning: boolean }>): Promise<void> {
    const { control } = this.#entry(id)
    await (leavesRunning ? control.leave() : control.remove())
    this.#entries.delete(id)
    removeServer(this.#surroundings.database, id)
    this.#surroundings.events.publish({ type: 'server-removed', id })
  }

  requireReady(id: string): ReadyServer {
    const { server, control } = this.#entry(id)
    const { state, name } = server
    if (state.state !== 'ready') throw notReady(server)
    const { baseUrl, facts } = state
    return {
      name,
      baseUrl,
      apiKey: control.apiKey,
      gpus: control.gpus(),
      instances: control.instances(),
      model: facts.model,
      stated: statedIn(facts),
      describeLaunch: () => control.describe(),
      loadPlace: (sender) =>
        loadPlace({ server, baseUrl, clusterUrl: control.clusterUrl(), sender }, this.hosts),
      hostTokenizer: () => control.tokenizer(),
    }
  }

  server(id: string): Server {
    return this.#entry(id).server
  }

  /** Its address; null unless it is ready. */
  baseUrl(id: string | null): string | null {
    const state = id === null ? null : this.#entries.get(id)?.server.state
    return state?.state === 'ready' ? state.baseUrl : null
  }

  /** Leaves servers on hosts running. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([...this.#entries.values()].map(({ control }) => control.leave()))
  }

  /** Waits until it is neither changing state nor being looked up on its host. */
  async settled(id: string, signal: AbortSignal): Promise<void> {
    const news = this.#surroundings.events.follow(signal)
    const isChanging = () => ['starting', 'stopping'].includes(this.server(id).state.state)
    while (isChanging() && !(await news.next()).done);
    await news.return()
    signal.throwIfAborted()
  }

  #add(name: string, controlled: ControlSubject): Entry {
    const { spec } = controlled
    const stored = { id: randomUUID(), name, spec, createdAtEpochMs: Date.now(), ended: null }
    const entry = this.#admit(stored, controlled)
    this.#save(entry)
    return entry
  }

  #admit({ ended, ...stored }: StoredServer, controlled: ControlSubject = stored): Entry {
    const server: Server = { ...stored, state: ended ?? { state: 'stopped' }, launch: null }
    const control = controlOf(controlled, this.#surroundings, this.#listenerFor(stored.id))
    const entry: Entry = { server, ended, log: new LogLines(), control }
    this.#entries.set(stored.id, entry)
    return entry
  }

  /** Events of a removed server are dropped. */
  #listenerFor(id: string): ControlListener {
    const change = (changes: Partial<Server>) => {
      const entry = this.#entries.get(id)
      if (entry !== undefined) this.#update(entry, { ...entry.server, ...changes })
    }
    return {
      onState: (state) => change({ state }),
      onView: (launch) => change({ launch }),
      onLines: (lines) => this.#addLogLines(id, lines),
      onLogCleared: () => this.#entries.get(id)?.log.clear(),
      onSpec: (spec) => {
        change({ spec })
        const entry = this.#entries.get(id)
        if (entry !== undefined) this.#save(entry)
      },
    }
  }

  #update(entry: Entry, server: Server): void {
    entry.server = server
    const ended = endOf(server)
    if (ended !== entry.ended) {
      entry.ended = ended
      this.#save(entry)
    }
    this.#surroundings.events.publish({ type: 'server', server })
  }

  /** Returns false for a removed server and while the program closes: later states are not stored. */
  #save(entry: Entry): void {
    const { server, ended } = entry
    if (this.#closing.signal.aborted || this.#entries.get(server.id) !== entry) return
    saveServer(this.#surroundings.database, { ...server, ended })
  }

  #addLogLines(id: string, lines: readonly string[]): void {
    const log = this.#entries.get(id)?.log
    for (const line of lines) log?.add(line)
    this.#surroundings.events.publish({ type: 'server-log', id, lines: [...lines] })
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry !== undefined) return entry
    throw new AppError('not-found', message('servers.unknown', { id }), {
      remedy: message('hosts.removed'),
    })
  }
}

/** End of a launch; null if the server may still run on its host, or was not launched there. */
function endOf({ spec, state }: Server): EndedState | null {
  if (spec.kind !== 'launched') return null
  if (state.state === 'stopped') return state
  return state.state === 'failed' && state.stillRuns !== true ? state : null
}

function isUp({ state }: Server): boolean {
  return state.state === 'starting' || state.state === 'ready'
}

function notReady({ name, state }: Server): AppError {
  const stated = state.state === 'failed' || state.state === 'detached' ? state : null
  const why = stated?.message ?? `It is ${state.state}.`
  const code = state.state === 'detached' ? 'host-unreachable' : 'invalid-input'
  return new AppError(code, message('servers.notReady', { name, why }), {
    field: 'serverId',
    remedy: stated?.remedy ?? message('servers.notReady.remedy'),
  })
}

/** Root URL of the API, without the version, because users paste the URL that their client uses. */
export function rootOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function shortName(modelId: string): string {
  return modelId.split('/').at(-1) ?? modelId
}

function statedIn({ gpuCount, simulator }: ServerFacts): ReadyServer['stated'] {
  return {
    ...(gpuCount !== undefined && { gpuCount }),
    ...(simulator !== undefined && { simulator }),
  }
}

type LaunchedServerEntry = Server & Readonly<{ spec: LaunchedSpec }>

/** Servers on hosts that keep running without the program. Exported for tests. */
export function isOutliving(server: Server): server is LaunchedServerEntry {
  return server.spec.kind === 'launched' && holdsSomething(server.state)
}

function holdsSomething(state: Server['state']): boolean {
  return state.state === 'failed'
    ? state.stillRuns === true
    : ['starting', 'ready', 'stopping'].includes(state.state)
}

const mostLines = 2000

/** The newest lines of a log, limited to what a user will scroll through. Exported for tests. */
export class LogLines {
  #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    // Trims rarely and by half, so that the amortized cost of adding a line is negligible.
    if (this.#lines.length >= 2 * mostLines) this.#lines = this.newest()
  }

  /** Oldest first. */
  newest(): string[] {
    return this.#lines.slice(-mostLines)
  }

  clear(): void {
    this.#lines = []
  }
}
