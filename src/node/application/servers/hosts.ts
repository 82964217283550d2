// Machines that a user launches servers on: stored, connected on demand, queried for facts.
import { randomUUID } from 'node:crypto'
import {
  type ConfiguredHost,
  type Host,
  type HostAnswer,
  type HostConnection,
  type HostQuestion,
  type HostSpec,
  localHostId,
} from '#core/model/host.ts'
import { readSshConfig } from '#node/remote/ssh/ssh-config-file.ts'
import { sshRoute } from '#node/remote/ssh/ssh-route.ts'
import { message, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import { type Host as Machine, runProgram } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import type { KnownHostFiles } from '#node/remote/ssh/host-key-check.ts'
import type { Database } from '#node/storage/database.ts'
import { listHosts, removeHost, saveHost } from '#node/storage/hosts-and-servers.ts'
import type { Events } from '../events.ts'
import type { SecretStore } from '../secret-store.ts'
import { hostPrompts, Questions, secretPrefix } from './host-prompts.ts'
import { isAllocated, senderFlags } from '#core/flags/load-senders.ts'
import { loadSender } from '#node/remote/load/load-sender.ts'
import type { LoadSender, SenderSettings } from '#node/remote/load/sender-kind.ts'

/** Pods have no login node. */
type KeptJob = Readonly<{ key: string; login: Machine | undefined; sender: LoadSender }>

class LoadSenders {
  #job: KeptJob | null = null

  /** Returns the open job's sender if its settings match; otherwise replaces it with a new one. */
  async open(machines: readonly Machine[], settings: SenderSettings): Promise<LoadSender> {
    const [login] = machines
    if (!isAllocated(settings.on)) return loadSender(machines, settings)
    const { on, allowClockSkew } = settings
    const ofSenders = Object.entries(settings).filter(([field]) => field in senderFlags)
    const key = JSON.stringify([on, ofSenders, allowClockSkew])
    const kept = this.#job
    if (kept?.key === key && kept.login === login) return kept.sender
    await this.close()
    const sender = await loadSender(machines, settings)
    this.#job = { key, login, sender }
    return sender
  }

  /** Call this at the end of a benchmark or a sweep. */
  async close(): Promise<void> {
    const job = this.#job
    this.#job = null
    await job?.sender.close()
  }
}

export type SshFiles = Readonly<{
  knownHosts: KnownHostFiles
  /** Used instead of ~/.ssh/config. */
  sshConfigFile?: string
}>

type Surroundings = Readonly<{
  database: Database
  events: Events
  secrets: SecretStore
  files: SshFiles
}>

type Entry = {
  host: Host
  machine: Machine | null
  /** Number of callers waiting for its connection. */
  attended: number
}

export class Hosts {
  readonly senders = new LoadSenders()
  readonly #surroundings: Surroundings
  readonly #questions: Questions
  readonly #entries = new Map<string, Entry>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.#questions = new Questions(surroundings.events)
    for (const stored of listHosts(surroundings.database)) {
      const connection: HostConnection =
        stored.id === localHostId
          ? { state: 'open', sinceEpochMs: Date.now() }
          : { state: 'closed' }
      this.#entries.set(stored.id, newEntry({ ...stored, connection }))
    }
  }

  list(): Host[] {
    return [...this.#entries.values()].map(({ host }) => host)
  }

  host(id: string): Host {
    return this.#entry(id).host
  }

  configured(): Promise<ConfiguredHost[]> {
    return configuredHosts(this.#surroundings.files.sshConfigFile)
  }

  questions(): HostQuestion[] {
    return this.#questions.list()
  }

  answer(questionId: string, answer: HostAnswer): void {
    this.#questions.answer(questionId, answer)
  }

  add(name: string | null, spec: HostSpec): Host {
    if (spec.kind === 'local') throw onlyOneHere()
    const host: Host = {
      id: randomUUID(),
      name: name ?? spec.destination,
      spec,
      createdAtEpochMs: Date.now(),
      connection: { state: 'closed' },
      facts: null,
    }
    const entry = newEntry(host)
    this.#entries.set(host.id, entry)
    this.#update(entry, {})
    return host
  }

  /** Closes its connection; the next one uses the new settings. */
  async edit(
    id: string,
    { name, spec }: Readonly<{ name: string; spec: HostSpec }>,
  ): Promise<Host> {
    const entry = this.#entry(id)
    if (spec.kind !== entry.host.spec.kind) throw onlyOneHere()
    await this.#close(entry)
    return this.#update(entry, { name, spec })
  }

  async remove(id: string): Promise<void> {
    const entry = this.#entry(id)
    if (id === localHostId) throw onlyOneHere()
    await this.#close(entry)
    this.#entries.delete(id)
    const { database, secrets, events } = this.#surroundings
    secrets.forget(secretPrefix(id))
    removeHost(database, id)
    events.publish({ type: 'host-removed', id })
  }

  /** Connects for a waiting user, who answers the host's prompts. */
  async connect(id: string): Promise<Host> {
    const entry = this.#entry(id)
    entry.attended += 1
    try {
      await this.#greet(entry)
      return entry.host
    } finally {
      entry.attended -= 1
    }
  }

  /** Connects without the user; rejects if that is impossible. */
  async connectQuietly(id: string): Promise<void> {
    await this.#greet(this.#entry(id))
  }

  /** Reason why it is no longer reachable; null if reachable. Does not wait for a broken connection to close. */
  async lossOf(id: string): Promise<AppError | null> {
    const entry = this.#entry(id)
    if (id === localHostId) return null
    try {
      await runProgram(this.machine(id), { argv: ['true'] }, { timeoutMs: lossPatienceMs })
      return null
    } catch (cause) {
      const host = entry.host.name
      const lost = appError('host-unreachable', 'hosts.connectionBroke', { host }, { cause })
      this.#update(entry, { connection: failedConnection(lost) })
      return lost
    }
  }

  async disconnect(id: string): Promise<Host> {
    const entry = this.#entry(id)
    await this.#close(entry)
    return entry.host
  }

  async readFacts(
    id: string,
    options: Readonly<{ withInstallations: boolean; signal?: AbortSignal | undefined }>,
  ): Promise<HostFacts> {
    const { withInstallations, signal } = options
    await this.connect(id)
    const reported = await readHostFacts(this.machine(id), {
      withInstallations,
      ...(signal && { signal }),
    })
    return this.keepFacts(id, reported)
  }

  /** Keeps the installations found earlier if this query did not search for any. */
  keepFacts(id: string, reported: HostFacts): HostFacts {
    const entry = this.#entry(id)
    const known = entry.host.facts?.installations ?? []
    const facts =
      reported.installations.length > 0 ? reported : { ...reported, installations: known }
    this.#update(entry, { facts })
    return facts
  }

  /** Machine to run programs on; the first program opens the connection. */
  machine(id: string): Machine {
    const entry = this.#entry(id)
    entry.machine ??= this.#open(entry)
    return entry.machine
  }

  async close(): Promise<void> {
    await this.senders.close()
    await Promise.all([...this.#entries.values()].map((entry) => this.#close(entry)))
  }

  #open(entry: Entry): Machine {
    const { id, name, spec } = entry.host
    const { secrets, files } = this.#surroundings
    const isAttended = () => entry.attended > 0
    const questions = this.#questions
    const prompts = hostPrompts({ hostId: id, questions, secrets, isAttended })
    return openHost({ name, spec }, { ...files, prompts })
  }

  async #greet(entry: Entry): Promise<void> {
    const { id, connection } = entry.host
    if (id === localHostId) return
    if (connection.state !== 'open') this.#update(entry, { connection: { state: 'connecting' } })
    const machine = this.machine(id)
    try {
      await runProgram(machine, { argv: ['true'] }, { timeoutMs: patienceMs })
      if (entry.host.connection.state !== 'open') {
        this.#update(entry, { connection: { state: 'open', sinceEpochMs: Date.now() } })
      }
    } catch (error) {
      // A connection that the user closed in the meantime did not fail.
      if (entry.machine === machine) this.#update(entry, { connection: failedConnection(error) })
      // A stored secret that is no longer valid must not be retried forever.
      if (isRefusal(error)) this.#surroundings.secrets.forget(secretPrefix(id))
      throw error
    }
  }

  async #close(entry: Entry): Promise<void> {
    const { machine, host } = entry
    entry.machine = null
    this.#questions.withdraw(host.id)
    await machine?.close()
    if (host.id !== localHostId && host.connection.state !== 'closed') {
      this.#update(entry, { connection: { state: 'closed' } })
    }
  }

  #update(entry: Entry, changes: Partial<Host>): Host {
    entry.host = { ...entry.host, ...changes }
    saveHost(this.#surroundings.database, entry.host)
    this.#surroundings.events.publish({ type: 'host', host: entry.host })
    return entry.host
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id)
    if (entry !== undefined) return entry
    throw new AppError('not-found', message('hosts.unknown', { id }), {
      field: 'hostId',
      remedy: message('hosts.removed'),
    })
  }
}

/** The user may need time, for example for a second factor. */
const patienceMs = 240_000

/** Limit for a host that responded recently. */
const lossPatienceMs = 10_000

function newEntry(host: Host): Entry {
  return { host, machine: null, attended: 0 }
}

function failedConnection(error: unknown): HostConnection {
  return error instanceof AppError
    ? { state: 'failed', code: error.code, ...error.content }
    : { state: 'failed', code: 'internal', message: textOf(error), remedy: null }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'authentication-failed'
}

function onlyOneHere(): AppError {
  return appError('invalid-input', 'hosts.localHost', {}, { field: 'spec' })
}

// Hosts of ~/.ssh/config with their settings.
function configuredHosts(sshConfigFile?: string): Promise<ConfiguredHost[]> {
  const config = readSshConfig(sshConfigFile)
  const hosts = config.aliases().map(async (alias) => {
    try {
      const route = await sshRoute({ destination: alias }, config)
      const { address = alias, user = '', port = 22 } = route.at(-1) ?? {}
      const jumps = route.slice(0, -1).map(({ destination }) => destination)
      return { alias, address, user, port, jumps, problem: null }
    } catch (error) {
      return { alias, address: alias, user: '', port: 22, jumps: [], problem: textOf(error) }
    }
  })
  return Promise.all(hosts)
}
