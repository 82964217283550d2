// Operations on one launched server: launch it, find it again, stop it, detach it, remove it.
import { contentOf, message, type Text } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { Launch, LaunchStatus, RunLaunch } from '#core/model/launch.ts'
import type { EndedState, LaunchedSpec, ServerState } from '#core/model/server.ts'
import { isGone } from '#core/vllm/launch/launch-scripts.ts'
import type { Launcher } from '#node/remote/launch/launcher.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { gpuUsers } from '#core/host/host-report.ts'
import { gpusOfLaunch } from '#core/telemetry/gpu-sample.ts'
import { fetchHostTokenizer, type HostModel } from '#node/tokenizer/host-tokenizer.ts'
import type { GpuPlace } from '#node/telemetry/sample-gpus.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'
import { sampledInstances } from '#node/telemetry/sampled-instances.ts'
import { withFlags, type Flags, type FlagOverrides } from './flag-overrides.ts'
import type { ControlListener, ServerControl } from './server-control.ts'
import { LaunchedServer } from './launched-server.ts'
import { apiKeyVariable, launcherOn, submit, type LaunchTools } from './launching.ts'
import { failedState } from './probed-state.ts'

type Secrets = Readonly<Record<string, string>>

export class LaunchControl implements ServerControl {
  readonly #tools: LaunchTools
  readonly #listener: ControlListener
  readonly #server: LaunchedServer
  #spec: LaunchedSpec
  /** Kept in memory only. After a restart the key is read from the host; the other secrets are no longer needed. */
  #secrets: Secrets
  #apiKey: string | null
  /** Once true, operations in progress are no longer watched. */
  #isLeft = false

  constructor(
    given: Readonly<{ spec: LaunchedSpec; secrets: Secrets }>,
    tools: LaunchTools,
    listener: ControlListener,
  ) {
    this.#spec = given.spec
    this.#secrets = given.secrets
    this.#apiKey = given.secrets[apiKeyVariable] ?? null
    this.#tools = tools
    this.#listener = listener
    this.#server = new LaunchedServer(listener)
  }

  get apiKey(): string | null {
    return this.#apiKey
  }

  runningFlags(): Flags {
    return this.#server.view?.launch.profile.config.flags ?? {}
  }

  /** Finds and watches the server if it still runs; otherwise launches it with these flags. Never rejects. */
  async start(overrides: FlagOverrides = {}): Promise<void> {
    if (this.#spec.launchId === null) return this.#launch(overrides)
    this.#tell(looking(message('launch.phase.lookFor')))
    await this.#find({
      connect: (hosts, id) => hosts.connect(id),
      onProblem: (state) => this.#tell(state),
      whenGone: async (launcher, launch) => {
        if (launch !== null) await this.#forget(launcher, launch)
        this.#requireSecrets()
        await this.#launch(overrides)
      },
    })
  }

  /** Runs at program start, without the user and without launching. Keeps a known end state if the host cannot be queried. */
  async findAgain(ended: EndedState | null): Promise<void> {
    if (this.#spec.launchId === null || ended?.state === 'stopped') return
    const tell = (state: ServerState) => {
      if (ended === null) this.#tell(state)
    }
    tell(looking(message('launch.phase.lookFor')))
    await this.#find({
      connect: (hosts, id) => hosts.connectQuietly(id),
      onProblem: tell,
      whenGone: (_launcher, launch, status) => {
        // If a server exited without a request to stop, its log gives the reason.
        if (launch === null || status?.wasStopped) tell({ state: 'stopped' })
        else this.#watch(launch)
        return Promise.resolve()
      },
    })
  }

  /** Rejects if some of its files or processes remain. */
  async stop(): Promise<void> {
    await this.#server.leave()
    const launcher = await this.#connected()
    const launch = await this.#launchOn(launcher)
    if (launch !== null) await this.#server.stop(launcher, launch)
    void this.#lookAtGpus()
  }

  /** Removes its folder on the host as well. */
  async remove(): Promise<void> {
    await this.stop()
    const launcher = await this.#connected()
    const launch = await this.#launchOn(launcher)
    if (launch !== null) await launcher.remove(launch.id)
  }

  leave(): Promise<void> {
    this.#isLeft = true
    return this.#server.leave()
  }

  /** Describes the launch for a run about to start. */
  async describe(): Promise<RunLaunch | null> {
    const described = await this.#server.describe()
    if (described === null) return null
    const { facts } = this.#tools.hosts.host(this.#spec.hostId)
    const { gpus: chosen } = this.#spec.profile
    const gpus = (facts?.gpus ?? []).filter(
      ({ index, uuid }) =>
        chosen === null || chosen.includes(String(index)) || chosen.includes(uuid),
    )
    return {
      ...described,
      gpus: gpus.map(({ name }) => name),
      driverVersion: gpus[0]?.driverVersion ?? null,
    }
  }

  clusterUrl(): string | null {
    return this.#server.clusterUrl
  }

  gpus(): GpuPlace {
    const { hostId, profile } = this.#spec
    return { host: this.#tools.hosts.machine(hostId), isUsed: gpusOfLaunch(profile) }
  }

  instances(): readonly SampledInstance[] {
    const { launch } = this.#server.view ?? {}
    const host = this.#tools.hosts.machine(this.#spec.hostId)
    return launch === undefined ? [] : sampledInstances(host, launch, this.#apiKey)
  }

  /** Tokenizer of its model, fetched from its host. Null if unavailable, because the server itself can tokenize. */
  tokenizer(): Promise<string | null> {
    const { hostId, profile } = this.#spec
    return fetchHostTokenizer(this.#tools.hosts.machine(hostId), modelOf(profile)).catch(() => null)
  }

  /** Reports progress through the listener; never rejects. */
  async #launch(overrides: FlagOverrides): Promise<void> {
    const { hostId, profile: own } = this.#spec
    const flags = withFlags(own.config.flags, overrides)
    const profile = { ...own, config: { ...own.config, flags } }
    this.#listener.onLogCleared()
    this.#tell(looking(message('launch.phase.lookAtHost')))
    try {
      const launch = await submit({ hostId, profile, secrets: this.#secrets }, this.#tools)
      this.#spec = { ...this.#spec, launchId: launch.id }
      this.#listener.onSpec(this.#spec)
      this.#watch(launch)
    } catch (error) {
      this.#tell(failedState(error))
    }
  }

  async #find({
    connect,
    onProblem,
    whenGone,
  }: Readonly<{
    connect(hosts: LaunchTools['hosts'], hostId: string): Promise<unknown>
    onProblem(state: ServerState): void
    whenGone(launcher: Launcher, launch: Launch | null, status: LaunchStatus | null): Promise<void>
  }>): Promise<void> {
    await this.#server.leave()
    try {
      await connect(this.#tools.hosts, this.#spec.hostId)
    } catch (error) {
      return onProblem({ state: 'detached', ...contentOf(error) })
    }
    try {
      const launcher = launcherOn(this.#spec.hostId, this.#tools)
      const launch = await this.#launchOn(launcher)
      const status = launch === null ? null : await launcher.status(launch.id)
      if (launch === null || status === null || isGone(status)) {
        return await whenGone(launcher, launch, status)
      }
      this.#apiKey ??= await launcher.apiKey(launch.id)
      this.#listener.onLogCleared()
      this.#watch(launch)
    } catch (error) {
      onProblem(failedState(error))
    }
  }

  /** Queries the host, which shows that the GPUs are free again. */
  async #lookAtGpus(): Promise<void> {
    const { hostId, profile } = this.#spec
    const facts = await this.#tools.hosts
      .readFacts(hostId, { withInstallations: false })
      .catch(() => null)
    if (facts === null || profile.job !== null) return
    this.#server.tellGpuUsers(gpuUsers(facts, gpusOfLaunch(profile)))
  }

  async #connected(): Promise<Launcher> {
    await this.#tools.hosts.connect(this.#spec.hostId)
    return launcherOn(this.#spec.hostId, this.#tools)
  }

  async #launchOn(launcher: Launcher): Promise<Launch | null> {
    const { launchId } = this.#spec
    if (launchId === null) return null
    return (await launcher.list()).find(({ id }) => id === launchId) ?? null
  }

  async #forget(launcher: Launcher, launch: Launch): Promise<void> {
    await launcher.remove(launch.id)
    this.#spec = { ...this.#spec, launchId: null }
    this.#listener.onSpec(this.#spec)
  }

  #watch(launch: Launch): void {
    if (this.#isLeft) return
    const launcher = launcherOn(this.#spec.hostId, this.#tools)
    this.#server.watch(launcher, { launch, apiKey: this.#apiKey })
  }

  #requireSecrets(): void {
    const missing = this.#spec.profile.secretNames.filter(
      (name) => this.#secrets[name] === undefined,
    )
    if (missing.length === 0) return
    throw appError(
      'invalid-input',
      'launch.secretsNeeded',
      { names: missing.join(', ') },
      { field: 'secrets' },
    )
  }

  #tell(state: ServerState): void {
    this.#listener.onState(state)
  }
}

function looking(phase: Text): ServerState {
  return { state: 'starting', phase, progress: null, sinceEpochMs: Date.now() }
}

/** Location of the model, and thus its tokenizer, on the host. */
function modelOf({ config: { model, flags }, environment }: LaunchProfile): HostModel {
  const textOf = (flag: string) => {
    const value = flags[flag]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const folder = textOf('download-dir')
  return {
    name: textOf('tokenizer') ?? model,
    revision: textOf('tokenizer-revision') ?? textOf('revision'),
    environment: { ...environment, ...(folder !== null && { HF_HUB_CACHE: folder }) },
  }
}
