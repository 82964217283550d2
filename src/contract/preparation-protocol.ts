// Messages between the application and the process that prepares a workload: prompts stay there, the load plan is returned.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type { Message } from '#core/messages/message.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { LoadOrigin, LoadWorker, RunSummary } from '#core/model/run/run-summary.ts'
import type { ServerActivity } from '#core/model/server-activity.ts'
import type { PackedRecords } from '#core/records/packed-records.ts'
import type { AskedLengthColumns } from '#core/workload/asked-lengths.ts'
import type { BeyondContext } from '#core/workload/context-check.ts'
import type { AppErrorWire } from './app-error.ts'
import type { LoadPlan } from './load-protocol.ts'

/** A benchmark on a server that was already queried. */
export type PreparationOrder = Readonly<{
  runId: string
  /** Includes the model of the server. */
  config: BenchmarkConfig
  /** Scheme, host and port, without a path. */
  baseUrl: string
  /** URL as seen by the load generator. */
  loadBaseUrl: string
  apiKey: string | null
  /** Prefix of every request id, unless the config names one. */
  requestIdPrefix: string
  model: PreparedModel
}>

export type PreparedModel = Readonly<{
  id: string
  /** Further names that its responses may contain. */
  aliases: readonly (string | null)[]
  /** Context in tokens; null if unknown. */
  maxModelLen: number | null
}>

export type PreparationStep = 'loading-tokenizer' | 'preparing-workload'

/** A workload without its prompts. */
export type Preparation = Readonly<{
  /** Includes the vocabulary from which ids are drawn. */
  config: BenchmarkConfig
  plan: LoadPlan
  /** First request for each server, as sent by a ready check. */
  testPlans: readonly LoadPlan[]
  lengths: AskedLengthColumns
  /** Output tokens by request, for servers that report no counts but reliably send the requested number. */
  outputTokensAsked: readonly number[]
  reusableTokens: readonly (number | undefined)[]
  beyond: BeyondContext | null
  /** Earliest end of the run, in seconds. */
  endS: number
  hasTokenizer: boolean
  notes: readonly Message[]
}>

/** Facts that a summary needs besides the records. */
export type SummaryCircumstances = Readonly<{
  config: BenchmarkConfig
  durationUs: number
  client: ClientHealth | null
  server?: ServerActivity | null
  origin?: LoadOrigin | undefined
  workers?: readonly LoadWorker[] | undefined
  /** By request of a trace, in plan order; see `SampledRequest`. */
  reusableTokens?: readonly (number | undefined)[]
}>

export type ToPreparation =
  | Readonly<{ type: 'prepare'; order: PreparationOrder; tokenizerFile: string | null }>
  | Readonly<{ type: 'count'; texts: readonly string[] }>
  | Readonly<{ type: 'repeated'; sent: number }>
  /** Records of the run, in order and without texts; the next summary covers all records sent so far. */
  | Readonly<{ type: 'records'; records: PackedRecords }>
  | Readonly<{ type: 'summarize'; circumstances: SummaryCircumstances }>
  /** The prompts are no longer needed. */
  | Readonly<{ type: 'release' }>

export type FromPreparation =
  | Readonly<{ type: 'step'; step: PreparationStep; detail?: StepDetail | undefined }>
  | Readonly<{ type: 'prepared'; preparation: Preparation }>
  /** Tokens of each text, or the repeated tokens of the workload. */
  | Readonly<{ type: 'counted'; tokens: readonly number[] }>
  | Readonly<{ type: 'summarized'; summary: RunSummary }>
  | Readonly<{ type: 'failed'; error: AppErrorWire }>
