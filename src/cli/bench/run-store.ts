// A run from the command line, stored in the program's database while it is measured; the window shows it like its own.
import { randomUUID } from 'node:crypto'
import type { RequestRecord } from '#core/records/request-record.ts'
import { brokenRun, endedRun } from '#core/report/run-states.ts'
import type { Run } from '#core/model/run/run.ts'
import { RunKeeper } from '#node/runs/run-keeper.ts'
import type { BenchmarkResult, PlannedBenchmark } from '#node/experiment/benchmark.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { localHost } from '#node/remote/local-host.ts'
import { failureOf } from '#node/runs/run-execution.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { RunTelemetry, sampledFor } from '#node/telemetry/run-telemetry.ts'
import type { SampledInstance } from '#node/telemetry/sample-server.ts'
import { placesOf } from '#node/telemetry/sampled-instances.ts'
import { processEntry } from '../own-files.ts'
import { begunRun } from './begun-run.ts'
import type { LoadPlace } from './load-place.ts'
import { isLoopback } from '#core/backends/server-address.ts'
import type { Launch, RunLaunch } from '#core/model/launch.ts'
import { runInstances } from '#core/vllm/launch/launched-group.ts'
import type { Host } from '#node/remote/host.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'

export class RunStore {
  readonly #keeper: RunKeeper
  #run: Run | null = null
  #sampled: SampledPlaces | null = null
  /** Sampler to use if another computer sends the load, because this process is then idle. */
  #sampling: RunTelemetry | null = null
  /** File with data that the database did not accept; null if it accepted everything. */
  spooledTo: string | null = null

  private constructor(keeper: RunKeeper) {
    this.#keeper = keeper
  }

  /** Opened before the run, so that an unusable database does not waste a measurement. */
  static async open(): Promise<RunStore> {
    const order = { databasePath: databasePath() }
    return new RunStore(await RunKeeper.open(processEntry('run-keeper'), order))
  }

  /** Identifies the servers before anything is measured. */
  async prepare(place: LoadPlace, servers: readonly ServerAccess[]): Promise<void> {
    this.#sampled = await sampledPlaces(place, servers)
  }

  /** Instances of the prefill/decode pair behind the server, if it is a router. */
  get instances(): readonly SampledInstance[] {
    const { host, launch } = this.#sampled ?? noSample
    return placesOf(host ?? localHost(), launch).instances
  }

  /** From here on the measurements survive a crash. */
  begin(planned: PlannedBenchmark, id: string): void {
    const run = { ...begunRun(planned, id), launch: this.#sampled?.runLaunch ?? null }
    this.#run = run
    const { servers, host, launch } = this.#sampled ?? noSample
    if (servers === null) return this.#keeper.begin(run, null)
    if (host === null) {
      return this.#keeper.begin(run, { servers, launch })
    }
    this.#keeper.begin(run, null)
    const places = sampledFor(run.config, { servers, ...placesOf(host, launch) })
    this.#sampling = new RunTelemetry(places, this.#keeper.sink())
    this.#sampling.begin()
  }

  /** Ends the measured part; later samples do not belong to the run. */
  measured(): void {
    void this.#sampling?.end()
    this.#keeper.measured()
  }

  append(records: readonly RequestRecord[]): void {
    this.#keeper.append(records)
  }

  /** Returns the stored run: without a summary, and failed, if its metrics could not be read back. */
  async keep(result: BenchmarkResult): Promise<Run> {
    const begun =
      this.#run ?? begunRun({ ...result, requests: result.records.length }, randomUUID())
    const run = endedRun(begun, result)
    await this.#sampling?.end()
    const kept = await this.#keeper.end(run, result.recounted)
    this.spooledTo = kept.spooledTo
    return kept.run
  }

  /** Keeps the measurements before the failure. */
  async fail(error: unknown): Promise<void> {
    if (this.#run === null) return
    await this.#sampling?.end()
    await this.#keeper.fail(brokenRun(this.#run, failureOf(error)))
  }

  async close(): Promise<void> {
    await this.#keeper.close()
  }
}

const noSample = { servers: null, host: null, launch: null } as const

type SampledPlaces = Readonly<{
  servers: readonly ServerAccess[]
  /** Host that sends the load; null for this process. */
  host: Host | null
  /** Null for a server that this program did not launch. */
  launch: Launch | null
  runLaunch: RunLaunch | null
}>

async function sampledPlaces(
  { host, loadBaseUrl }: Pick<LoadPlace, 'host' | 'loadBaseUrl'>,
  servers: readonly ServerAccess[],
): Promise<SampledPlaces> {
  const where = host ?? localHost()
  const isThere = host !== null || isLoopback(new URL(loadBaseUrl).hostname)
  // Ignores failures: an unknown launch is not sampled, and the run itself does not need it.
  const launch = isThere ? await launchedAt(where, loadBaseUrl).catch(() => null) : null
  const runLaunch = launch && (await runLaunchOf(where, launch).catch(() => null))
  return { servers, host, launch, runLaunch }
}

const silent = { onLines: () => undefined, onProgress: () => undefined }

/** Our launch that serves an address on this host; null if there is none. A job runs on another machine. */
async function launchedAt(host: Host, baseUrl: string): Promise<Launch | null> {
  const launcher = hostLauncher(host)
  const port = Number(new URL(baseUrl).port)
  for (const launch of await launcher.list()) {
    if (launch.port !== port || launch.profile.job !== null) continue
    if ((await launcher.status(launch.id)).isServerAlive) return launch
  }
  return null
}

/** Launch data that the window stores with a run, if the log contains it. */
async function runLaunchOf(host: Host, launch: Launch): Promise<RunLaunch> {
  const watch = watchLog(hostLauncher(host), launch, silent)
  await watch.read()
  return {
    ...runInstances(launch),
    launchId: launch.id,
    hostName: host.name,
    command: launch.command,
    startup: watch.progress().facts,
    startedInMs: null,
    reach: null,
    gpus: [],
    driverVersion: null,
  }
}
