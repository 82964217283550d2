// Executes a stored run. Stores each change as it happens, and always leaves the run in a final state.
import { setImmediate } from 'node:timers/promises'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import type { Database } from '#node/storage/database.ts'
import { saveTelemetryProblem, telemetryAppender } from '#node/storage/telemetry.ts'
import {
  RunTelemetry,
  sampledFor,
  type SampledPlaces,
  type TelemetrySink,
} from '#node/telemetry/run-telemetry.ts'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { contentOf, storedFailure, textOf } from '#core/messages/message.ts'
import { configOn } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { BenchmarkStep, StepDetail } from '#core/model/run/benchmark-step.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import { brokenRun, endedRun, plannedRun, startedRun } from '#core/report/run-states.ts'
import type { BenchmarkHooks, BenchmarkResult } from '#node/experiment/benchmark.ts'
import type { PrepareRun } from '#node/experiment/prepare-run.ts'
import { runBenchmark } from '#node/experiment/run-benchmark.ts'
import { accessOf, otherAccesses } from '#node/experiment/server-access.ts'
import { randomRequestIdPrefix } from '#node/files/make-folder.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { markElsewhere } from '#core/stats/calibration/calibrated-for.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import { listCalibrations } from '#node/storage/calibrations.ts'
import { PatientWriter } from '#node/storage/patient-writer.ts'
import { appendRecords, saveOutputTokens } from '#node/storage/requests.ts'
import type { ReadyServer } from './ready-server.ts'
import { summaryIfAny, withTelemetry } from './stored-runs.ts'
import { threadCpuUs } from '#node/load/runtime/client-monitor.ts'

/** Storage and listener of a run. */
export type RunJournal = Readonly<{
  /** Stores the run and shows it, keeping a name and tags given in the meantime. Returns the stored run. */
  save(run: Run): Run
  /** Shows a run that could not be stored. */
  show(run: Run): void
  step(step: BenchmarkStep, detail?: StepDetail): void
  progress(progress: LoadProgress): void
  /** Removes its live progress. */
  end(): void
}>

export type ExecutionTools = Readonly<{
  database: Database
  journal: RunJournal
  runLoad: LoadRunner
  /** Default: workloads are prepared in this process. */
  prepare?: PrepareRun
}>

type ExecutionRequest = Omit<ReadyServer, 'name' | 'model'> &
  Readonly<{
    run: Run
    /** Config with the values of its headers, which the stored run must not contain. */
    config: BenchmarkConfig
    /** Latencies under the lightest load measured in its sweep. */
    lightPace?: LightPace | null
    signal: AbortSignal
  }>

/** Resolves with the ended run; never rejects for reasons that the run can store itself. */
export async function executeRun(
  {
    run,
    config: asked,
    describeLaunch,
    gpus,
    instances,
    stated,
    hostTokenizer,
    loadPlace,
    ...given
  }: ExecutionRequest,
  tools: ExecutionTools,
): Promise<Run> {
  const { signal } = given
  const config = configOn(run.baseUrl ?? given.baseUrl, asked)
  const request = { ...given, runId: run.id, config }
  const servers = [accessOf(request), ...otherAccesses(request)]
  const places = sampledFor(config, { servers, instances, gpus })
  const execution = new Execution({ run, places, stated }, tools)
  const requestIdPrefix = randomRequestIdPrefix()
  try {
    const { baseUrl: loadBaseUrl, runLoad, prepareHost, allocate } = loadPlace(config)
    execution.keepLaunch(await describeLaunch(), runLoad !== null)
    const stop = AbortSignal.any([signal, execution.storageFailed])
    const { prepare } = tools
    const sender = { runLoad: runLoad ?? tools.runLoad, prepare, prepareHost, allocate }
    const here = clientCircumstances(run.clientVersion ?? '')
    const calibrations = () => markElsewhere(listCalibrations(tools.database), here)
    const benchmarkTools = { ...sender, requestIdPrefix, hostTokenizer, instances, calibrations }
    const placed = { ...request, loadBaseUrl }
    const result = await runBenchmark(placed, benchmarkTools, execution.hooks, stop)
    return await execution.finish(result)
  } catch (error) {
    return await execution.fail(error)
  } finally {
    tools.journal.end()
  }
}

function withLongestTurn(summary: RunSummary, turnUs: number | null): RunSummary {
  const { client } = summary
  if (client === null || turnUs === null) return summary
  return { ...summary, client: { ...client, applicationTurnMaxUs: turnUs } }
}

type ExecutedRun = Readonly<{
  run: Run
  places: SampledPlaces
  stated: ExecutionRequest['stated']
}>

const recountedPerTurn = 1000

class Execution {
  #run: Run
  readonly #stated: ExecutionRequest['stated']
  readonly #tools: ExecutionTools
  readonly #storageFailure = new AbortController()
  readonly #telemetry: RunTelemetry
  readonly #writer: PatientWriter
  readonly #turns = new TurnWatch()

  constructor({ run, places, stated }: ExecutedRun, tools: ExecutionTools) {
    this.#run = run
    this.#stated = stated
    this.#tools = tools
    const { database } = tools
    this.#writer = new PatientWriter({ database, runId: run.id, run: () => this.#run })
    const store = (write: () => void) => this.#store(write)
    this.#telemetry = new RunTelemetry(places, telemetrySink(run.id, { ...tools, store }))
  }

  /** Aborts when records can no longer be stored, because further measurements would be lost. */
  get storageFailed(): AbortSignal {
    return this.#storageFailure.signal
  }

  get hooks(): BenchmarkHooks {
    const { database, journal } = this.#tools
    return {
      onStep: (step, detail) => {
        if (step === 'running') {
          const start = { epochMs: Date.now(), monotonicS: performance.now() / 1000 }
          this.#store(() => this.#keep(startedRun(this.#run, start)))
        }
        if (step === 'counting-tokens') void this.#telemetry.end()
        journal.step(step, detail)
      },
      onPlanned: (planned) => {
        const facts = { ...planned.facts, ...this.#stated }
        this.#store(() => this.#keep(plannedRun(this.#run, { ...planned, facts })))
        this.#telemetry.begin()
      },
      onProgress: (progress) => journal.progress(progress),
      onRecords: (records) =>
        this.#attempt(() =>
          this.#writer.append(
            (batch) => appendRecords(database, this.#run.id, batch),
            () => records,
          ),
        ),
    }
  }

  /** Load from the server's own host does not use the connection from here. */
  keepLaunch(launch: Run['launch'], isSentThere: boolean): void {
    if (launch === null) return
    this.#keep({ ...this.#run, launch: isSentThere ? { ...launch, reach: null } : launch })
  }

  async finish({ recounted, summary, outcome }: BenchmarkResult): Promise<Run> {
    const { database } = this.#tools
    await this.#telemetry.end()
    this.storageFailed.throwIfAborted()
    const isSettled = await this.#writer.settle()
    const ended = endedRun(this.#run, { outcome, summary })
    if (!isSettled) {
      this.#writer.leave(ended, recounted)
      this.#tools.journal.show(ended)
      return ended
    }
    await this.#saveRecounted(recounted)
    const sampled = withTelemetry(database, ended, summary)
    return this.#keep({ ...ended, summary: withLongestTurn(sampled, this.#turns.end()) })
  }

  /** Keeps event-loop turns short, because without usage from the server every request is recounted. */
  async #saveRecounted(recounted: BenchmarkResult['recounted']): Promise<void> {
    for (let from = 0; from < recounted.length; from += recountedPerTurn) {
      const batch = recounted.slice(from, from + recountedPerTurn)
      saveOutputTokens(this.#tools.database, this.#run.id, batch)
      await setImmediate()
    }
  }

  /** Ends the run as failed; earlier measurements are kept and summarised. */
  async fail(reason: unknown): Promise<Run> {
    this.#turns.end()
    await this.#telemetry.end()
    const error: unknown = this.storageFailed.aborted ? this.storageFailed.reason : reason
    if (!this.storageFailed.aborted) await this.#settle()
    const ended = brokenRun(this.#run, failureOf(error))
    const kept = this.#keepOrShow({ ...ended, summary: summaryIfAny(this.#tools.database, ended) })
    this.#writer.endSpool(kept)
    return kept
  }

  /** Shows a run even if it cannot be stored; the next start closes it from its records. */
  #keepOrShow(ended: Run): Run {
    try {
      return this.#keep(ended)
    } catch (error) {
      const run = brokenRun(ended, failureOf(cannotStore(error)))
      this.#tools.journal.show(run)
      return run
    }
  }

  /** Writes without throwing, because hooks are called during a measurement. */
  #store(write: () => void): void {
    this.#attempt(() => this.#writer.write(write))
  }

  #attempt(write: () => void): void {
    if (this.storageFailed.aborted) return
    try {
      write()
    } catch (cause) {
      this.#storageFailure.abort(cannotStore(cause))
    }
  }

  /** Leaves unwritten records and the run's state to the next start of the program. */
  async #settle(): Promise<void> {
    try {
      if (!(await this.#writer.settle())) this.#writer.leave(this.#run)
    } catch (cause) {
      this.#storageFailure.abort(cannotStore(cause))
    }
  }

  #keep(run: Run): Run {
    this.#run = this.#tools.journal.save(run)
    return this.#run
  }
}

function cannotStore(cause: unknown): AppError {
  return appError('database-unavailable', 'runs.notStored', { why: textOf(cause) }, { cause })
}

/** Stored reason of a failed run, without secrets, with a remedy. Null if the run was cancelled. */
export function failureOf(error: unknown): Run['failure'] {
  if (error instanceof AppError && error.code === 'cancelled') return null
  const failure = storedFailure(contentOf(error), withoutSecrets)
  return error instanceof AppError ? { ...failure, code: error.code } : failure
}

// Sink that writes each sample of a run into the database at once.
type SinkTools = Readonly<{
  database: Database
  /** Writes, and handles a failure. */
  store(write: () => void): void
}>

export function telemetrySink(runId: string, { database, store }: SinkTools): TelemetrySink {
  return {
    openSource(source) {
      let append: ReturnType<typeof telemetryAppender> = () => undefined
      store(() => (append = telemetryAppender(database, runId, source)))
      return (sample) => store(() => append(sample))
    },
    onProblem: (problem) => store(() => saveTelemetryProblem(database, runId, problem)),
  }
}

/** Sampling interval, the most that it adds to the longest turn. */
const lookEveryMs = 5

/**
 * Longest turn of this process's event loop, in CPU time of its thread: how long a window waited for the application, apart from
 * other work on the machine. Exported for tests.
 */
export class TurnWatch {
  readonly #timer = setInterval(() => this.#look(), lookEveryMs).unref()
  #lastUs = threadCpuUs()
  #longestUs = 0

  /** Stops watching. Null if the thread's CPU time is unavailable. */
  end(): number | null {
    this.#look()
    clearInterval(this.#timer)
    return this.#lastUs === null ? null : this.#longestUs
  }

  #look(): void {
    const nowUs = threadCpuUs()
    if (nowUs === null || this.#lastUs === null) return
    this.#longestUs = Math.max(this.#longestUs, nowUs - this.#lastUs)
    this.#lastUs = nowUs
  }
}
