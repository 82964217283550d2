// One server on a host: launched or found again, watched during start-up and operation, stopped or left running.
import { contentOf, message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { GpuProcess } from '#core/model/host-facts.ts'
import type { Launch, LaunchView, Reach, RunLaunch, StartupPhase } from '#core/model/launch.ts'
import type { ServerState } from '#core/model/server.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import { runInstances } from '#core/vllm/launch/launched-group.ts'
import { beginStartup, type StartupProgress } from '#core/vllm/log/startup-progress.ts'
import { awaitReady } from '#node/remote/launch/await-ready.ts'
import { ServerEndedError, endedServer } from '#node/remote/launch/ended-server.ts'
import type { Launcher } from '#node/remote/launch/launcher.ts'
import { watchLog, type LogWatch } from '#node/remote/launch/log-watch.ts'
import type { ReachedServer } from '#node/remote/launch/reach-server.ts'
import { HttpClient } from '#node/http/http-client.ts'
import { setTimeout as delay } from 'node:timers/promises'

const phaseText: Readonly<Record<StartupPhase, Text>> = {
  image: message('launch.phase.image'),
  import: message('launch.phase.loading'),
  boot: message('launch.phase.start'),
  config: message('launch.phase.configuration'),
  engine: message('launch.phase.engine'),
  weights: message('launch.phase.weights'),
  compile: message('launch.phase.compile'),
  profile: message('launch.phase.profiling'),
  'kv-cache': message('launch.phase.kvCache'),
  graphs: message('launch.phase.graphs'),
  opening: message('launch.phase.port'),
}

type LaunchedListener = Readonly<{
  onState(state: ServerState): void
  onView(view: LaunchView): void
  onLines(lines: readonly string[]): void
}>

type WatchOptions = Readonly<{ launch: Launch; apiKey: string | null }>

/** Tools for stopping a server. */
type StopMeans = Pick<Launcher, 'hostName' | 'stop'>

type WatchTools = WatchOptions &
  Readonly<{ launcher: Launcher; watch: LogWatch; signal: AbortSignal }>

export class LaunchedServer {
  readonly #listener: LaunchedListener
  #view: LaunchView | null = null
  #watching: AbortController | null = null
  #watchedSinceEpochMs = 0
  #reached: ReachedServer | null = null
  /** Settles when watching has ended. */
  #watched: Promise<void> = Promise.resolve()

  constructor(listener: LaunchedListener) {
    this.#listener = listener
  }

  get view(): LaunchView | null {
    return this.#view
  }

  /** Reports all events through the listener from now on; never rejects. */
  watch(launcher: Launcher, options: WatchOptions): void {
    const { launch } = options
    const controller = new AbortController()
    this.#watching = controller
    this.#watchedSinceEpochMs = Date.now()
    this.#view = newView(launch, launcher.hostName)
    const watch = watchLog(launcher, launch, {
      onLines: (lines) => this.#listener.onLines(lines),
      onProgress: (progress) => this.#tellProgress(progress),
    })
    const watched = { ...options, launcher, watch, signal: controller.signal }
    const { firstPhase } = runtimeTrait(launch.profile.runtime)
    this.#tellProgress(beginStartup(launch.createdAtEpochMs, firstPhase))
    this.#watched = this.#follow(watched)
  }

  /** Stops watching; the server keeps running. */
  async leave(): Promise<void> {
    this.#watching?.abort()
    this.#watching = null
    await this.#watched
    await this.#reached?.close()
    this.#reached = null
  }

  async stop(launcher: StopMeans, launch: Launch): Promise<void> {
    await this.leave()
    this.#listener.onState({ state: 'stopping', sinceEpochMs: Date.now() })
    try {
      await this.#end(launcher, launch)
    } catch (error) {
      this.#listener.onState(stateAfter(error))
      throw error
    }
  }

  async #end(launcher: StopMeans, launch: Launch): Promise<void> {
    const stop = await launcher.stop(launch, { patienceS: stopPatienceS })
    this.#tell({ ...(this.#view ?? newView(launch, launcher.hostName)), reach: null, stop })
    if (stop.leftovers.length > 0) throw notGone(launcher, stop.leftovers)
  }

  /** Reports the GPU processes after the server was stopped. */
  tellGpuUsers(gpuUsers: readonly GpuProcess[]): void {
    const stop = this.#view?.stop ?? null
    if (stop !== null) this.#change({ stop: { ...stop, gpuUsers: [...gpuUsers] } })
  }

  /** Address of a job's server for other nodes of the cluster. */
  get clusterUrl(): string | null {
    return this.#reached?.clusterUrl() ?? null
  }

  /** Describes the launch for a run about to start. */
  async describe(): Promise<Omit<RunLaunch, 'gpus' | 'driverVersion'> | null> {
    if (this.#view === null) return null
    const { launch, hostName, startup, startedInMs } = this.#view
    const reach = await this.#measureReach()
    const { id: launchId, command } = launch
    const own = { launchId, hostName, command, startup, startedInMs, reach }
    return { ...own, ...runInstances(launch) }
  }

  async #follow(watched: WatchTools): Promise<void> {
    const { launcher, launch, watch, signal } = watched
    try {
      await this.#becomeReady(watched)
      await watchRunning(launcher, launch, { watch, signal })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ServerEndedError) this.#tellFailure(error)
      this.#listener.onState(stateAfter(error))
    }
  }

  async #becomeReady(watched: WatchTools): Promise<void> {
    const { launcher, launch, signal } = watched
    const asked = await launcher.reach(launch)
    this.#reached = asked
    const { reached, firstRequestMs, facts } = await awaitReady({
      ...watched,
      reached: asked,
      onWaiting: (reason) => this.#tellWaiting(launch, reason),
    })
    this.#reached = reached
    if (reached !== asked) await asked.close()
    const sinceEpochMs = Date.now()
    const startedInMs = this.#startedInMs(sinceEpochMs)
    signal.throwIfAborted()
    this.#change({ startedInMs, firstRequestMs, reach: reachOf(reached), phaseProgress: 1 })
    await this.#measureReach()
    this.#listener.onState({ state: 'ready', baseUrl: reached.baseUrl, facts, sinceEpochMs })
  }

  /** Null for a server that was ready before it was observed. */
  #startedInMs(nowEpochMs: number): number | null {
    const launchedAt = this.#view?.launch.createdAtEpochMs
    const isFresh = launchedAt !== undefined && this.#view?.startedInMs === null
    const lastHeard = this.#view?.phases.at(-1)?.atEpochMs ?? nowEpochMs
    if (!isFresh) return null
    const isLongReady = nowEpochMs - lastHeard > longestSilenceMs || this.#wasUp(nowEpochMs)
    return (isLongReady ? lastHeard : nowEpochMs) - launchedAt
  }

  /** A server found after its launch that responds at once was ready before. */
  #wasUp(nowEpochMs: number): boolean {
    const launchedAt = this.#view?.launch.createdAtEpochMs ?? nowEpochMs
    const isFound = this.#watchedSinceEpochMs - launchedAt > longestLookMs
    return isFound && nowEpochMs - this.#watchedSinceEpochMs < longestLookMs
  }

  async #measureReach(): Promise<Reach | null> {
    const reached = this.#reached
    if (reached === null) return null
    const reach = { ...reachOf(reached), roundTripMs: await measureRoundTrip(reached.baseUrl) }
    this.#change({ reach })
    return reach
  }

  #tellProgress({ entered, progress, facts, phase }: StartupProgress): void {
    const phases = entered.map((entry) => ({ phase: entry.phase, atEpochMs: entry.atMs }))
    this.#change({ phases, phaseProgress: progress, startup: facts })
    if (this.#view === null || this.#view.reach !== null) return
    const sinceEpochMs = this.#view.launch.createdAtEpochMs
    const words = phaseText[phase]
    this.#listener.onState({ state: 'starting', phase: words, progress: null, sinceEpochMs })
  }

  #tellWaiting({ createdAtEpochMs }: Launch, reason: Text): void {
    const phase =
      reason === '' ? message('launch.inQueue') : message('launch.inQueueBecause', { reason })
    const sinceEpochMs = createdAtEpochMs
    this.#listener.onState({ state: 'starting', phase, progress: null, sinceEpochMs })
  }

  #tellFailure({ failure }: ServerEndedError): void {
    if (failure !== null) this.#change({ failure: { id: failure.id }, reach: null })
  }

  #change(changes: Partial<LaunchView>): void {
    if (this.#view !== null) this.#tell({ ...this.#view, ...changes })
  }

  #tell(view: LaunchView): void {
    this.#view = view
    this.#listener.onView(view)
  }
}

/** vLLM stops its engine itself; remaining processes are killed through their session. */
const stopPatienceS = 20

/** Time to find a server, check that it is up, and query it. */
const longestLookMs = 5000

/** A server that was silent for this long before it responded was already running. */
const longestSilenceMs = 60_000

function newView(launch: Launch, hostName: string): LaunchView {
  return {
    launch,
    hostName,
    phases: [],
    phaseProgress: null,
    startup: {},
    startedInMs: null,
    firstRequestMs: null,
    reach: null,
    failure: null,
    stop: null,
  }
}

function reachOf({ isForwarded }: ReachedServer): Reach {
  return { isForwarded, roundTripMs: null }
}

/** An unreachable host does not show the state of its servers. */
function stateAfter(error: unknown): ServerState {
  const isOutOfReach = error instanceof AppError && outOfReach.has(error.code)
  const content = contentOf(error)
  if (isOutOfReach) return { state: 'detached', ...content }
  const stillRuns = !(error instanceof ServerEndedError) || error.isSomethingLeft
  return { state: 'failed', ...content, ...(stillRuns && { stillRuns }) }
}

const outOfReach: ReadonlySet<AppError['code']> = new Set([
  'host-unreachable',
  'host-failed',
  'host-key-unknown',
  'host-key-changed',
  'authentication-failed',
  'unsupported',
])

function notGone(
  { hostName }: StopMeans,
  leftovers: readonly { pid: number; name: string }[],
): AppError {
  const names = leftovers.map(({ pid, name }) => `${pid} (${name.trim()})`).join(', ')
  return appError('launch-failed', 'launch.processesRemain', { host: hostName, names })
}

const samples = 20
const timeoutMs = 5000

/** Null without a response. */
async function measureRoundTrip(baseUrl: string): Promise<Reach['roundTripMs']> {
  const client = new HttpClient({ baseUrl, headers: {}, insecure: false }, { timeoutMs })
  const ask = async () => {
    const startedMs = performance.now()
    await client.ask('GET', '/version')
    return performance.now() - startedMs
  }
  try {
    // The first one opens the connection.
    await ask()
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) times.push(await ask())
    const sorted = times.toSorted((a, b) => a - b)
    const median = ((sorted[samples / 2 - 1] ?? 0) + (sorted[samples / 2] ?? 0)) / 2
    return { median, max: sorted.at(-1) ?? median, samples }
  } catch {
    return null
  } finally {
    client.close()
  }
}

const pollMs = 2000

/** Rejects if the server exits, if its host is permanently lost, or with the signal's reason. */
async function watchRunning(
  launcher: Launcher,
  launch: Launch,
  { watch, signal }: Readonly<{ watch: LogWatch; signal: AbortSignal }>,
): Promise<never> {
  for (;;) {
    await delay(pollMs, undefined, { signal })
    const status = await launcher.status(launch.id)
    await watch.read()
    signal.throwIfAborted()
    if (!status.isServerAlive) throw await endedServer(launcher, launch, watch)
  }
}
