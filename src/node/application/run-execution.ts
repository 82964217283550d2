// Executes a stored run: what happens to it is stored and told as it happens, whatever way it ends.
import { textOf } from '#core/messages/message-error.ts'
import type { LoadOutcome, LoadProgress } from '#contract/load-protocol.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Run } from '#core/model/run/run.ts'
import { runLimitSentence } from '#core/report/notes/run-limit.ts'
import { presentable } from '#core/report/presentable.ts'
import type { BenchmarkHooks, BenchmarkResult } from '#node/experiment/benchmark.ts'
import { listCalibrations } from '#node/storage/calibrations.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { randomRequestIdPrefix } from '#node/files/random-hex.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { accessOf } from '#node/experiment/server-access.ts'
import type { Database } from '#node/storage/database.ts'
import { appendRecords, saveOutputTokens } from '#node/storage/requests.ts'
import { RunTelemetry, type SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { Events } from './events.ts'
import type { LiveCourse } from './live-course.ts'
import type { RunRepository } from './run-repository.ts'
import type { ReadyServer } from './servers/servers.ts'
import { configOn } from './servers/server-config.ts'
import { storedSummary } from './stored/stored-summary.ts'
import { withTelemetry } from './stored/stored-telemetry.ts'
import { telemetrySink } from './telemetry-sink.ts'

export type ExecutionTools = Readonly<{
  database: Database
  events: Events
  runRepository: RunRepository
  live: LiveCourse
  runLoad: LoadRunner
}>

export type ExecutionRequest = Readonly<{
  run: Run
  baseUrl: string
  /** With the values of its headers, which the stored run must not hold. */
  config: BenchmarkConfig
  apiKey: string | null
  /** What its server was launched with and is reached by, kept with the run. */
  describeLaunch: ReadyServer['describeLaunch']
  /** Asked while it runs, as its server is. */
  gpus: ReadyServer['gpus']
  /** What the server does not say of itself. */
  gpuCount: ReadyServer['gpuCount']
  /** Where no one here has one. */
  hostTokenizer: ReadyServer['hostTokenizer']
  loadPlace: ReadyServer['loadPlace']
  /** Of the lightest load its sweep has measured. */
  lightPace?: LightPace | null
  signal: AbortSignal
}>

/** Resolves with the run as it ended; never rejects for reasons the run can carry itself. */
export async function executeRun(
  {
    run,
    config: asked,
    describeLaunch,
    gpus,
    gpuCount,
    hostTokenizer,
    loadPlace,
    ...given
  }: ExecutionRequest,
  tools: ExecutionTools,
): Promise<Run> {
  const { signal } = given
  const config = configOn(run.baseUrl ?? given.baseUrl, asked)
  const request = { ...given, runId: run.id, config }
  const places = { server: accessOf(request), gpus, rateHz: config.telemetryRateHz }
  const execution = new Execution({ run, places, gpuCount }, tools)
  const requestIdPrefix = randomRequestIdPrefix()
  try {
    const { baseUrl: loadBaseUrl, runLoad, prepareHost } = loadPlace(config.on)
    execution.keepLaunch(await describeLaunch(), runLoad !== null)
    const stop = AbortSignal.any([signal, execution.storageFailed])
    const sender = { runLoad: runLoad ?? tools.runLoad, prepareHost }
    const calibrations = () => listCalibrations(tools.database)
    const benchmarkTools = { ...sender, requestIdPrefix, hostTokenizer, calibrations }
    const placed = { ...request, loadBaseUrl }
    const result = await runBenchmark(placed, benchmarkTools, execution.hooks, stop)
    return await execution.finish(result)
  } catch (error) {
    return await execution.fail(error)
  } finally {
    tools.live.forget(run.id)
  }
}

type Executed = Readonly<{
  run: Run
  places: SampledPlaces
  gpuCount: ExecutionRequest['gpuCount']
}>

class Execution {
  #run: Run
  readonly #gpuCount: ExecutionRequest['gpuCount']
  readonly #tools: ExecutionTools
  readonly #storageFailure = new AbortController()
  readonly #telemetry: RunTelemetry

  constructor({ run, places, gpuCount }: Executed, tools: ExecutionTools) {
    this.#run = run
    this.#gpuCount = gpuCount
    this.#tools = tools
    const store = (write: () => void) => this.#store(write)
    this.#telemetry = new RunTelemetry(places, telemetrySink(run.id, { ...tools, store }))
  }

  /** Aborts when records can no longer be stored: measuring on would only lose them. */
  get storageFailed(): AbortSignal {
    return this.#storageFailure.signal
  }

  get hooks(): BenchmarkHooks {
    const { database } = this.#tools
    return {
      onStep: (step, sent) => {
        if (step === 'running') this.#store(() => this.#begin())
        if (step === 'counting-tokens') void this.#telemetry.end()
        this.#tools.live.begin(this.#run.id, step)
        const reported = sent === undefined ? {} : { share: sent.sentBytes / sent.totalBytes }
        this.#tools.events.publish({ type: 'step', runId: this.#run.id, step, ...reported })
      },
      onPlanned: ({ config, facts: reported, requests }) => {
        const gpuCount = this.#gpuCount ?? reported.gpuCount
        const facts = { ...reported, ...(gpuCount !== undefined && { gpuCount }) }
        const changes = { config: presentable(config), facts, plannedRequests: requests }
        this.#store(() => this.#change(changes))
        this.#telemetry.begin()
      },
      onProgress: (progress) => this.#tell(progress),
      onRecords: (records) => this.#store(() => appendRecords(database, this.#run.id, records)),
    }
  }

  /** Load that is sent over there does not come the way we do. */
  keepLaunch(launch: Run['launch'], isSentThere: boolean): void {
    if (launch === null) return
    this.#change({ launch: isSentThere ? { ...launch, reach: null } : launch })
  }

  async finish({ recounted, summary, outcome }: BenchmarkResult): Promise<Run> {
    const { database } = this.#tools
    await this.#telemetry.end()
    this.storageFailed.throwIfAborted()
    saveOutputTokens(database, this.#run.id, recounted)
    const { startedAtEpochMs, startedAtMonotonicS } = outcome
    const timed = { ...this.#run, startedAtEpochMs, startedAtMonotonicS }
    return this.#change({
      ...endOf(outcome, () => this.#limitReached(summary)),
      startedAtEpochMs,
      startedAtMonotonicS,
      summary: withTelemetry(database, timed, summary),
    })
  }

  #limitReached(summary: RunSummary): NonNullable<Run['failure']> {
    const { config, plannedRequests: planned } = this.#run
    return {
      message: runLimitSentence(config, { ...summary, planned }),
      remedy: inEnglish(message('runs.timeLimit.remedy')),
    }
  }

  /** What was measured until then is kept and summarised. */
  async fail(reason: unknown): Promise<Run> {
    await this.#telemetry.end()
    const error: unknown = this.storageFailed.aborted ? this.storageFailed.reason : reason
    const cancelled = error instanceof AppError && error.code === 'cancelled'
    const ended: Run = {
      ...this.#run,
      status: cancelled ? 'cancelled' : 'failed',
      failure: cancelled ? null : failureOf(error),
    }
    return this.#keepOrTell({ ...ended, summary: this.#summaryOf(ended) })
  }

  /** Where it cannot be stored, anyone who looks at it is told; the next start closes it from its records. */
  #keepOrTell(ended: Run): Run {
    try {
      return this.#change(ended)
    } catch (error) {
      const run: Run = { ...ended, status: 'failed', failure: failureOf(cannotStore(error)) }
      this.#tools.events.publish({ type: 'run', run })
      return run
    }
  }

  /** Null where the records cannot even be read. */
  #summaryOf(run: Run): Run['summary'] {
    try {
      return storedSummary(this.#tools.database, run)
    } catch {
      return null
    }
  }

  /** The generator's own clock replaces these when the run ends. */
  #begin(): void {
    this.#change({
      status: 'running',
      startedAtEpochMs: Date.now(),
      startedAtMonotonicS: performance.now() / 1000,
    })
  }

  #tell(progress: LoadProgress): void {
    const snapshot = { runId: this.#run.id, ...progress }
    this.#tools.live.add(snapshot)
    this.#tools.events.publish({ type: 'live', snapshot })
  }

  /** Hooks are called from the middle of a measurement, which must not be torn apart by an exception. */
  #store(write: () => void): void {
    if (this.storageFailed.aborted) return
    try {
      write()
    } catch (cause) {
      this.#storageFailure.abort(cannotStore(cause))
    }
  }

  /** Starts from what is stored, so that a name given meanwhile stays. */
  #change(changes: Partial<Run>): Run {
    const { name, tags } = this.#tools.runRepository.run(this.#run.id)
    this.#run = this.#tools.runRepository.saveRun({ ...this.#run, ...changes, name, tags })
    return this.#run
  }
}

/** A run that was cut at its limit is not the one that was asked for. */
function endOf(
  { cancelled, timedOut }: LoadOutcome,
  limitReached: () => Run['failure'],
): Pick<Run, 'status' | 'failure'> {
  if (timedOut) return { status: 'failed', failure: limitReached() }
  return { status: cancelled ? 'cancelled' : 'completed', failure: null }
}

function failureOf(error: unknown): NonNullable<Run['failure']> {
  const message = withoutSecrets(messageOf(error))
  if (!(error instanceof AppError)) return { message, remedy: null }
  return { message, remedy: error.remedy, code: error.code }
}

function cannotStore(cause: unknown): AppError {
  return new AppError('database-unavailable', message('runs.notStored', { why: textOf(cause) }), {
    remedy: message('runs.notStored.remedy'),
    cause,
  })
}
