// The servers of one sweep: started with the flags of its points, and restored afterwards. Their original state is read from
// the sweep's log, so that it survives a crash.
import { contentOf } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { flagsFor, flagsText, variedFlags } from '#core/sweep/server-start.ts'
import type { FlagOverrides } from '../servers/flag-overrides.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { Servers } from '../servers/servers.ts'
import type { SweepNotes } from './sweep-notes.ts'

export class SweepServers {
  readonly #servers: Servers
  readonly #notes: SweepNotes
  /** Server of the last measured points. */
  #current: number | null = null

  constructor(servers: Servers, notes: SweepNotes) {
    this.#servers = servers
    this.#notes = notes
  }

  /** Starts servers one after the other, because two might need the same GPUs. */
  async serverFor(point: SweepPoint, signal: AbortSignal): Promise<ReadyServer> {
    const { plan } = this.#notes.sweep
    if (this.#current !== null && this.#current !== point.server) await this.#putBack(this.#current)
    this.#current = point.server
    const id = this.#idOf(point.server)
    const flags = flagsFor(plan, point)
    // A server being looked up on its host counts as starting; only the result shows whether it was running before.
    await this.#servers.settled(id, signal)
    if (!this.#servers.isReadyWith(id, flags)) await this.#start(point.server, flags, signal, point)
    return this.#servers.requireReady(id)
  }

  /** Reason why its server's host is unreachable; null if it is reachable, or there is none. */
  async hostLossAt({ server }: SweepPoint): Promise<AppError | null> {
    const { spec } = this.#servers.server(this.#idOf(server))
    return spec.kind === 'launched' ? this.#servers.hosts.lossOf(spec.hostId) : null
  }

  async putAllBack(): Promise<void> {
    for (const position of this.#notes.sweep.servers.keys()) await this.#putBack(position)
  }

  /** Restores a server; does nothing if the sweep never started it. */
  async #putBack(position: number): Promise<void> {
    const was = this.#stateBefore(position)
    if (was === null) return
    const id = this.#idOf(position)
    try {
      if (was === 'running') {
        const own = Object.fromEntries(
          variedFlags(this.#notes.sweep.plan).map((name) => [name, null]),
        )
        const { signal } = new AbortController()
        if (!this.#servers.isReadyWith(id, own)) await this.#start(position, own, signal)
      } else if (this.#servers.server(id).state.state !== 'stopped') {
        await this.#servers.stop(id)
        this.#notes.log('server-stopped', { server: this.#nameOf(position), position })
      }
    } catch {
      // `#start` or the list of servers already shows the failure; the sweep has measured everything it could.
    }
  }

  /** Starts a server, either for a point or to restore it. */
  async #start(
    position: number,
    flags: FlagOverrides,
    signal: AbortSignal,
    point?: SweepPoint,
  ): Promise<void> {
    const named = { server: this.#nameOf(position), position }
    const forPoint = point === undefined ? {} : { index: point.index }
    const sinceMs = performance.now()
    const tookS = () => (performance.now() - sinceMs) / 1000
    try {
      const id = this.#idOf(position)
      const was = this.#stateBefore(position) ?? this.#stateNow(id)
      const text = flagsText(flags)
      this.#notes.log('server-starting', { ...named, was, ...(text !== '' && { flags: text }) })
      await this.#servers.startWith(id, flags, signal)
      this.#notes.log('server-ready', { ...named, ...forPoint, tookS: tookS() })
    } catch (error) {
      const { message, remedy } = contentOf(error)
      if (!signal.aborted) {
        const why = { message, ...(remedy !== null && { remedy }) }
        this.#notes.log('server-failed', { ...named, ...forPoint, tookS: tookS(), ...why })
      }
      throw error
    }
  }

  #stateNow(id: string): string {
    const { state } = this.#servers.server(id).state
    return state === 'ready' || state === 'starting' ? 'running' : 'stopped'
  }

  /** State before the sweep; null if the sweep has not touched it. */
  #stateBefore(position: number): string | null {
    const first = this.#notes
      .readLog()
      .find(({ kind, values }) => kind === 'server-starting' && values['position'] === position)
    return first === undefined ? null : String(first.values['was'])
  }

  #idOf(position: number): string {
    return this.#notes.sweep.servers[position]?.id ?? ''
  }

  #nameOf(position: number): string {
    return this.#notes.sweep.servers[position]?.name ?? ''
  }
}
