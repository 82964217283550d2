// One benchmark as values: input, progress, result.
import type { LoadOutcome, LoadProgress } from '#contract/load-protocol.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { BenchmarkStep, StepDetail } from '#core/model/run/benchmark-step.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import type { Calibration } from '#core/model/run/calibration.ts'
import type { RequestRecord } from '#core/model/run/request-record.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { ServerFacts } from '#core/model/server/server.ts'
import type { Place } from '#node/http/page-at.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { PrepareRun } from './prepare-run.ts'

/** Prepares a host, and reports the bytes copied to it, or why a job on it is pending. */
export type PrepareHost = (
  report: (detail: StepDetail) => void,
  signal: AbortSignal,
) => Promise<unknown>

export type BenchmarkRequest = Readonly<{
  runId: string
  config: BenchmarkConfig
  /** Scheme, host and port, without a path; see `baseUrlOf` for the one a config names. */
  baseUrl: string
  /** The same as the load generator sees it, where that is somewhere else. */
  loadBaseUrl?: string
  /** Of the further servers, for questions from here; left out where these are those of the config. */
  otherBaseUrls?: readonly string[] | undefined
  /** Pace of the same server under a light load, where one was measured before. */
  lightPace?: LightPace | null
  /** Sent as a bearer token; never part of the result. */
  apiKey: string | null
}>

export type BenchmarkTools = Readonly<{
  runLoad: LoadRunner
  /** Ensures that the load can be sent from its host; left out for this computer. */
  prepareHost?: PrepareHost | undefined
  /** Waits for the machines that send the load, once it is known what they send; left out where they are there. */
  allocate?: PrepareHost | undefined
  /** Calibrations of this client, read after the run. */
  calibrations?: (() => readonly Calibration[] | Promise<readonly Calibration[]>) | undefined
  /** Loads whatever else is needed once the run is over. */
  loadClosing?: (() => Promise<unknown>) | undefined
  /** Starts every request id where the config names no prefix of its own; differs between runs. */
  requestIdPrefix: string
  /** Of the prefill/decode pair that the server is the router of; left out elsewhere. */
  instances?: readonly Place[] | undefined
  /** Prepares the workload elsewhere; left out, in this process. */
  prepare?: PrepareRun | undefined
  /** Fetches the tokenizer of a server we launched from its host; null where it has none. */
  hostTokenizer?: (() => Promise<string | null>) | undefined
}>

/** What is about to be sent, known before the first request leaves. */
export type PlannedBenchmark = Readonly<{
  /** As asked, with the model the server serves and what follows from the workload filled in. */
  config: BenchmarkConfig
  facts: ServerFacts
  requests: number
  /** When the last request is due, in seconds from the start; 0 when sent as fast as allowed. */
  lastDueS?: number
}>

export type BenchmarkHooks = Readonly<{
  /** Called again with each detail, where something is copied to a host or waited for. */
  onStep(step: BenchmarkStep, detail?: StepDetail): void
  onPlanned(planned: PlannedBenchmark): void
  onProgress(progress: LoadProgress): void
  /** Records of ended requests, in batches, each request once; tokens not yet counted are null. */
  onRecords(records: readonly RequestRecord[]): void
}>

export type BenchmarkResult = Readonly<{
  config: BenchmarkConfig
  facts: ServerFacts
  /** In the order of the plan. Fewer than planned only when cancelled. */
  records: readonly RequestRecord[]
  /** Those of them whose tokens were counted after the run, and so after they were passed on. */
  recounted: readonly RequestRecord[]
  summary: RunSummary
  outcome: LoadOutcome
}>

/**
 * Rejects with AppError when nothing could be measured: `server-unreachable`, `not-an-llm-server`,
 * `model-not-found`, `tokenizer-unavailable`, `dataset-invalid`, or `cancelled` before the first request
 * left. Aborting later resolves with `outcome.cancelled` and what was measured so far.
 */
export type RunBenchmark = (
  request: BenchmarkRequest,
  tools: BenchmarkTools,
  hooks: BenchmarkHooks,
  signal: AbortSignal,
) => Promise<BenchmarkResult>
