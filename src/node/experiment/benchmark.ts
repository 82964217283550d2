// Input, progress and result of one benchmark, as plain values.
import type { LoadOutcome, LoadProgress } from '#contract/load-protocol.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { BenchmarkStep, StepDetail } from '#core/model/run/benchmark-step.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import type { Calibration } from '#core/model/run/calibration.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { ServerFacts } from '#core/model/server.ts'
import type { Place } from '#node/http/page-at.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { PrepareRun } from './prepare-run.ts'

/** Prepares a host. Reports the number of bytes copied to it, or the reason why a job on it is pending. */
export type PrepareHost = (
  report: (detail: StepDetail) => void,
  signal: AbortSignal,
) => Promise<unknown>

export type BenchmarkRequest = Readonly<{
  runId: string
  config: BenchmarkConfig
  /** Scheme, host and port, without a path; see `baseUrlOf` for the URL of a config. */
  baseUrl: string
  /** Address from the load generator's machine, if that differs. */
  loadBaseUrl?: string
  /** Addresses of the further servers for our own requests; absent if they match the config's. */
  otherBaseUrls?: readonly string[] | undefined
  /** Latencies of the same server under a light load, if measured before. */
  lightPace?: LightPace | null
  /** Sent as a bearer token; never part of the result. */
  apiKey: string | null
}>

export type BenchmarkTools = Readonly<{
  runLoad: LoadRunner
  /** Ensures that the load can be sent from its host; absent if sent from this computer. */
  prepareHost?: PrepareHost | undefined
  /** Waits for the machines that send the load, once the load is known; absent if no wait is needed. */
  allocate?: PrepareHost | undefined
  /** Calibrations of this client, read after the run. */
  calibrations?: (() => readonly Calibration[] | Promise<readonly Calibration[]>) | undefined
  /** Loads modules needed after the run, ahead of time. */
  loadClosing?: (() => Promise<unknown>) | undefined
  /** Prefix of request ids if the config has none; differs between runs. */
  requestIdPrefix: string
  /** Instances of the prefill/decode pair behind the server, if it is a router; otherwise absent. */
  instances?: readonly Place[] | undefined
  /** Prepares the workload in another process; default: in the current one. */
  prepare?: PrepareRun | undefined
  /** Fetches the tokenizer of a launched server from its host; null if it has none. */
  hostTokenizer?: (() => Promise<string | null>) | undefined
}>

/** The planned load, known before the first request is sent. */
export type PlannedBenchmark = Readonly<{
  /** The requested config, completed with the server's model and values that follow from the workload. */
  config: BenchmarkConfig
  facts: ServerFacts
  requests: number
  /** Due time of the last request, in seconds from the start; 0 if sent as fast as allowed. */
  lastDueS?: number
}>

export type BenchmarkHooks = Readonly<{
  /** Called again for each new detail, such as a copy to a host or a wait. */
  onStep(step: BenchmarkStep, detail?: StepDetail): void
  onPlanned(planned: PlannedBenchmark): void
  onProgress(progress: LoadProgress): void
  /** Records of ended requests, in batches, each request once; tokens not yet counted are null. */
  onRecords(records: readonly RequestRecord[]): void
}>

export type BenchmarkResult = Readonly<{
  config: BenchmarkConfig
  facts: ServerFacts
  /** Records, in the order of the plan. Fewer than planned only if cancelled. */
  records: readonly RequestRecord[]
  /** Records whose tokens were counted after the run, and thus after they had been reported. */
  recounted: readonly RequestRecord[]
  summary: RunSummary
  outcome: LoadOutcome
}>

/**
 * Rejects with AppError if nothing could be measured: `server-unreachable`, `not-an-llm-server`, `model-not-found`,
 * `tokenizer-unavailable`, `dataset-invalid`, or `cancelled` before the first request. A later abort resolves with
 * `outcome.cancelled` and the measurements so far.
 */
export type RunBenchmark = (
  request: BenchmarkRequest,
  tools: BenchmarkTools,
  hooks: BenchmarkHooks,
  signal: AbortSignal,
) => Promise<BenchmarkResult>
