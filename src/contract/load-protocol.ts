// Messages between the process that runs an experiment and the load generator's process.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { addedTrafficFlags } from '#core/flags/load-senders.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { FailureLimit } from '#core/model/run/failure-limit.ts'
import type { LoadOrigin, LoadWorker } from '#core/model/run/run-summary.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import type { PackedRecords } from '#core/records/packed-records.ts'
import type { AnswerCounting } from '#core/compat/counting.ts'
import type { PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'
import type { Shard } from '#core/workload/shard.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import type { ProtocolName } from '#core/backends/backend-traits.ts'
import type { PlannedCancel } from '#core/workload/sampled-request.ts'
import type { ResponseSettings } from '#core/protocol/requests/request-form.ts'
import type { AppErrorWire } from './app-error.ts'

/** PEM text: certificates trusted in addition to the usual ones, and the client's certificate with its key. */
export type PlannedTls = Readonly<{ ca: string; cert: string | null; key: string | null }>

/** Complete input of the generator, which has no access to datasets, tokenizers or files. */
export type LoadPlan = Readonly<{
  runId: string
  url: string
  /** GET opens a WebSocket, and the content of the body is sent over it. */
  method: 'POST' | 'GET'
  /** Sent with every request. May contain secrets: never logged, never stored. */
  headers: Readonly<Record<string, string>>
  /** Private contents of headers and bodies: never logged, never stored. */
  secrets?: readonly string[]
  /** Skips verification of the server's certificate. */
  insecure: boolean
  /** Additional TLS certificates; absent for plain HTTP. The key is never logged or stored. */
  tls?: PlannedTls | undefined
  /** Proxy for requests; absent without one. May contain a password: never logged, never stored. */
  proxy?: string | null
  /** Servers that share the load, starting with the one above; absent if there is only one. */
  targets?: PlannedTargets | undefined
  /** Sends the requests: our own client (the default), or undici. */
  transport?: LoadTransport
  /** Part of a larger plan that this plan covers; the plan contains no data of other parts. Absent for a whole plan. */
  shard?: PlannedShard | undefined
  /** Names that responses of the requested models may contain; if absent, any. */
  models?: readonly string[] | undefined
  /** Parser for the responses. */
  protocol: ProtocolName
  /** Counting rules of another client; absent selects ours. */
  counting?: AnswerCounting | undefined
  /** One body per request; if a run is limited by time, they are reused after the last one. */
  bodies: PlannedBodies
  /** One per body; sent as x-request-id if not null. */
  requestIds: readonly (string | null)[]
  /** Client-side token count of each prompt. */
  promptTokens: readonly number[]
  /** Number of texts in each body; empty if each has one. */
  inputs: readonly number[]
  /** Lengths of the recordings sent; empty without recordings. */
  inputAudioS: readonly (number | null)[]
  /**
   * Scheduled send time of each request, or start of each conversation, in seconds from the start; ascending. Absent
   * times mean as soon as the concurrency limit permits.
   */
  offsetsS: Float64Array
  /** Turns of conversations; absent if every request is single. */
  conversations?: PlannedConversations | undefined
  /** Time after which no request is sent, in seconds from the start, if the run is limited by time. */
  sendUntilS?: number | undefined
  /** Limit for requests in flight, or for active conversations. */
  maxConcurrency: number | null
  /** Number of sending threads; chosen for the load by default. */
  threads?: number | null
  /** Opens connections only when requests need them. */
  coldConnections?: boolean
  /** Bodies sent and awaited before the measured part begins. */
  warmups: readonly Uint8Array[]
  /** Load that continues into the measured part without a pause; absent without a warm-up. */
  warmUp?: PlannedWarmUp | undefined
  /** Probes sent alongside the measured requests; absent without probes. */
  probes?: PlannedProbes
  /** Stores the generated text of each response. */
  keepText: boolean
  /** If absent, no feature changes how requests are sent. */
  conduct?: PlannedConduct
  /** Cancels no request by intent. */
  readsWhole?: true
  /** Limit for one attempt of a request, in seconds. */
  requestTimeoutS: number
  /** Limit between two pieces of output of one response, in seconds. */
  stallTimeoutS?: number | null
  /** Limit for the measured part, in seconds. */
  runTimeoutS?: number | null
  /** If absent, failures never end the run. */
  failureLimits?: FailureLimits
}> &
  ResponseSettings

/** Values of the flags with which features change how requests are sent. */
export type PlannedConduct = Pick<BenchmarkConfig, 'seed' | keyof typeof addedTrafficFlags>

/** Limits for all workers together; null, or 0 connection errors, means no limit. */
export type FailureLimits = Pick<
  BenchmarkConfig,
  'maxConnectionErrors' | 'maxErrors' | 'maxErrorRate'
>

export type PlannedTargets = Readonly<{
  servers: readonly Pick<LoadPlan, 'url' | 'proxy'>[]
  /** Name of the feature's way to choose the server of a request. */
  strategy: string
}>

/** Part of a whole plan that a worker sends, with the facts about the whole that its records need. */
export type PlannedShard = Shard &
  Readonly<{
    /** Number of bodies in the whole plan. */
    bodies: number
    /** Number of conversations in the whole plan; 0 if requests are single. */
    conversations: number
    /** Position in the whole plan of the first turn of each conversation in the shard. */
    firstTurns: Uint32Array
  }>

/** Consecutive turns of conversations in the plan; each becomes due after the response to the previous one. */
export type PlannedConversations = Readonly<{
  /** One per conversation, sent as x-session-id with each of its turns. */
  ids: readonly string[]
  /** Position of the first turn of each conversation, followed by the number of all turns. */
  firstTurns: Uint32Array
  /** One per turn: time from the end of the previous response until it is due. */
  thinkS: Float64Array
  /** One per body: range of its own messages, in bytes. The preceding history is inserted before them. */
  ownMessages: Readonly<{ starts: Uint32Array; ends: Uint32Array }>
  /** The server's responses become part of the history; if false, the messages contain the recorded ones. */
  sendsAnswersBack: boolean
  /** One per turn, if the turns are steps of agents. Absent if each turn follows the previous one. */
  steps?: readonly PlannedStep[]
}>

/** Step of an agent's trajectory: a turn that may depend on several others, or on an earlier one. */
export type PlannedStep = Readonly<{
  /** Numbers of the turns that must end before it begins; all smaller than its own. */
  after: readonly number[]
  /** Number of the turn whose messages and response precede its own; null begins a new context. */
  continues: number | null
  /** Part of `thinkS` in which tools run. */
  toolS: number
  /** Turns on the longest chain before it. */
  depth: number
  /** For a new context: number of leading tokens shared with an earlier one. */
  sharedTokens: number
  /** Tools that its response calls, as a JSON list; empty for none. */
  calls: string
  /** Number of the turn that began its innermost branch; absent outside branches. */
  branch?: number
  /** Present on the first turn of a branch that may be cancelled. */
  cancel?: PlannedCancel
}>

export type PlannedWarmUp = Readonly<{
  lengthS: number
  /** Reused after the last one. */
  bodies: PlannedBodies
  /** Times before the start of the run, ascending, below 0; null means as soon as the concurrency limit permits. */
  offsetsS: Float64Array | null
}>

export type PlannedProbes = Readonly<{ body: Uint8Array; perSecond: number }>

export type LoadProgress = Omit<LiveSnapshot, 'runId'> &
  Readonly<{
    /** Delay between the start and the worker's receipt of the order. Absent if it was received in time. */
    startedLateMs?: number
  }>

export type LoadOutcome = Readonly<{
  /** Time from the start of the schedule to the end of the last response, µs. */
  durationUs: number
  startedAtEpochMs: number
  /** Monotonic clock at the start, seconds. */
  startedAtMonotonicS: number
  cancelled: boolean
  /** The run reached its time limit before all requests were sent or all responses received. */
  timedOut: boolean
  /** Present if a limit on failures was reached and the rest was not sent. */
  failureLimit?: FailureLimit
  client: ClientHealth
  /** Absent if no probes were sent. */
  probes?: ProbeResults
  /** Delay between the start and the worker's receipt of the order. Absent if it was received in time. */
  startedLateMs?: number
  /** Absent if this computer sent the load, or if several others did. */
  origin?: LoadOrigin
  /** Absent if one machine sent the load. */
  workers?: readonly LoadWorker[]
}>

/** A worker's use of its share of a common limit, after the order with that number. */
export type PlaceReport = PlaceUse & Readonly<{ order: number }>

/** Number of concurrent requests that a worker may have from now on. Orders are numbered from 1. */
export type PlaceOrder = Readonly<{ places: number; number: number }>

export type LoadPhase = 'connecting' | 'warming-up' | 'running' | 'draining'

export type ToLoadGenerator =
  | { readonly type: 'start'; readonly plan: LoadPlan }
  /** Starts a prepared shard; `startS` is the start of the measured part on the monotonic clock there, in seconds. */
  | { readonly type: 'run'; readonly startS: number }
  | { readonly type: 'places'; readonly order: PlaceOrder }
  | { readonly type: 'cancel' }
  /** Confirms that the oldest pending batch of records is stored. */
  | { readonly type: 'kept' }

export type FromLoadGenerator =
  | { readonly type: 'ready' }
  | { readonly type: 'phase'; readonly phase: LoadPhase }
  /** The shard is ready, and waits for `run`. */
  | { readonly type: 'prepared' }
  | { readonly type: 'places'; readonly report: PlaceReport }
  | { readonly type: 'progress'; readonly progress: LoadProgress }
  | { readonly type: 'records'; readonly records: PackedRecords }
  | { readonly type: 'finished'; readonly outcome: LoadOutcome }
  | { readonly type: 'failed'; readonly error: AppErrorWire }

/** Messages to a load generator on a host, beyond the messages of a local process. */
export type ToRemoteLoad =
  | ToLoadGenerator
  /** Requests the time there. Also shows that the caller is still waiting. */
  | { readonly type: 'clock'; readonly askedMs: number }

export type FromRemoteLoad =
  | FromLoadGenerator
  | {
      readonly type: 'clock'
      readonly askedMs: number
      readonly epochMs: number
      readonly monotonicMs: number
    }
