// Messages between the process that runs an experiment and the load generator's own process.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { FailureLimit } from '#core/model/run/failure-limit.ts'
import type { LoadOrigin, LoadWorker } from '#core/model/run/load-worker.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import type { PackedRecords } from '#core/model/run/packed-records.ts'
import type { AnswerCounting } from '#core/compat/counting.ts'
import type { PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { PlaceUse } from '#core/workload/lent-places.ts'
import type { Shard } from '#core/workload/shard.ts'
import type { LoadTransport } from '#core/model/benchmark/load-traits.ts'
import type { ProtocolName } from '#core/model/benchmark/backend-traits.ts'
import type { CancelPolicy } from '#core/model/benchmark/cancel-policy.ts'
import type { PlannedCancel } from '#core/workload/sampled-request.ts'
import type { UrlStrategy } from '#core/flags/targets.ts'
import type { RetryPolicy } from '#core/model/benchmark/retry-policy.ts'
import type { AppErrorWire } from './app-error.ts'

/** PEM text: certificates trusted beside the usual ones, and the client's own with its key. */
export type PlannedTls = Readonly<{ ca: string; cert: string | null; key: string | null }>

/** Everything the generator needs; it knows nothing of datasets, tokenizers or files. */
export type LoadPlan = Readonly<{
  runId: string
  url: string
  /** A GET opens a WebSocket: what its body holds is sent over that. */
  method: 'POST' | 'GET'
  /** Sent with every request. May hold secrets: never logged, never stored. */
  headers: Readonly<Record<string, string>>
  /** Private contents of headers and bodies: never logged, never stored. */
  secrets?: readonly string[]
  /** Skip verification of the server's certificate. */
  insecure: boolean
  /** What TLS is to trust and to show beside the usual; left out for plain HTTP. The key is never logged or stored. */
  tls?: PlannedTls | undefined
  /** The proxy requests go by; none without it. May hold a password: never logged, never stored. */
  proxy?: string | null
  /** Several servers that share the load, the one above the first of them; left out where it is the only one. */
  targets?: PlannedTargets | undefined
  /** What carries the requests: our own reader, or undici; the former where it is left out. */
  transport?: LoadTransport
  /** The part of a larger plan that this one is; it holds nothing of the rest. Left out where it is the whole. */
  shard?: PlannedShard | undefined
  /** Names that responses of the requested models may carry; left out, any. */
  models?: readonly string[] | undefined
  /** How to parse the responses. */
  protocol: ProtocolName
  /** Of responses that are sound, in samples per second; what is usual where it is left out. */
  soundRate?: number | undefined
  /** Responses that begin a job, which is then read at this interval, in seconds, and at most for this long. */
  polling?: PlannedPolling | undefined
  /** Like whose client they are counted; our own way where it is left out. */
  counting?: AnswerCounting | undefined
  /** One body per request; while a run goes by the clock, they are sent again when all have been. */
  bodies: PlannedBodies
  /** One per body; sent as x-request-id where not null. */
  requestIds: readonly (string | null)[]
  /** The client's own count of each prompt's tokens. */
  promptTokens: readonly number[]
  /** How many texts each body holds; empty where it is one each. */
  inputs: readonly number[]
  /** Lengths of the recordings sent; empty where none are. */
  inputAudioS: readonly (number | null)[]
  /**
   * When each request is to leave, or each conversation to begin, in seconds from the start; ascending. None by the
   * clock: whenever there is room.
   */
  offsetsS: Float64Array
  /** Requests that are turns of conversations; without it each stands alone. */
  conversations?: PlannedConversations | undefined
  /** By the clock: from then on nothing leaves any more, in seconds from the start. */
  sendUntilS?: number | undefined
  /** Of requests in flight, or of conversations under way. */
  maxConcurrency: number | null
  /** Number of sending threads; by default chosen for the load. */
  threads?: number | null
  /** Open connections only when requests need them. */
  coldConnections?: boolean
  /** Bodies sent and awaited before the measured part begins. */
  warmups: readonly Uint8Array[]
  /** Load that goes over into the measured part without a pause; none without it. */
  warmUp?: PlannedWarmUp | undefined
  /** Sent beside the measured requests; none without it. */
  probes?: PlannedProbes
  /** Keep the generated text of each answer. */
  keepText: boolean
  /** Keep what the server reports of the stages of its pipeline; left out, not. */
  keepStages?: boolean
  /** Rejected requests are sent again; left out, a rejection is a failure. */
  retries?: RetryPolicy
  /** Requests that the client cancels by intent; left out, none. */
  cancels?: CancelPolicy | undefined
  /** Limit for one attempt of a request, in seconds. */
  requestTimeoutS: number
  /** Limit between two pieces of output of one answer, in seconds. */
  stallTimeoutS?: number | null
  /** Limit for the measured part, in seconds. */
  runTimeoutS?: number | null
  /** Left out, no number of failures ends the run. */
  failureLimits?: FailureLimits
}>

/** Limits for all workers together; null, or 0 connection errors, is no limit. */
export type FailureLimits = Pick<
  BenchmarkConfig,
  'maxConnectionErrors' | 'maxErrors' | 'maxErrorRate'
>

export type PlannedPolling = Readonly<{ everyS: number; atMostS: number }>

export type PlannedTargets = Readonly<{
  servers: readonly Pick<LoadPlan, 'url' | 'proxy'>[]
  strategy: UrlStrategy
}>

/** Which part of a whole plan a worker sends, and what its records need of the whole. */
export type PlannedShard = Shard &
  Readonly<{
    /** Bodies of the whole. */
    bodies: number
    /** Conversations of the whole; 0 where requests stand alone. */
    conversations: number
    /** Of each conversation that the shard holds: the position of its first turn in the whole. */
    firstTurns: Uint32Array
  }>

/** The turns of a conversation stand one after the other in the plan; each is due once the one before was answered. */
export type PlannedConversations = Readonly<{
  /** One per conversation, sent as x-session-id with each of its turns. */
  ids: readonly string[]
  /** Position of the first turn of each; at the end the number of all turns. */
  firstTurns: Uint32Array
  /** One per turn: from the end of the answer before it until it is due. */
  thinkS: Float64Array
  /** One per body: where its own messages lie, in bytes. What was said before goes in front of them. */
  ownMessages: Readonly<{ starts: Uint32Array; ends: Uint32Array }>
  /** What the server answered becomes part of what was said; else the messages hold what was recorded. */
  sendsAnswersBack: boolean
  /** One per turn, where these are steps of agents. Left out where each turn follows the one before it. */
  steps?: readonly PlannedStep[]
}>

/** A step of an agent's trajectory: a turn that may wait for several others, or for an earlier one. */
export type PlannedStep = Readonly<{
  /** Numbers of the turns that end before it begins; all smaller than its own. */
  after: readonly number[]
  /** Number of the turn whose messages and answer come before its own; null begins a new context. */
  continues: number | null
  /** The part of `thinkS` in which tools run. */
  toolS: number
  /** Turns on the longest chain before it. */
  depth: number
  /** Of a new context: tokens that an earlier one begins with, too. */
  sharedTokens: number
  /** The tools that its answer calls, as a JSON list; empty for none. */
  calls: string
  /** Number of the turn that began its branch, the innermost; left out where it is in none. */
  branch?: number
  /** Of the turn that begins a branch that may be cancelled. */
  cancel?: PlannedCancel
}>

export type PlannedWarmUp = Readonly<{
  lengthS: number
  /** Sent again when all have been. */
  bodies: PlannedBodies
  /** Before the start of the run, ascending, below 0; null is whenever there is room. */
  offsetsS: Float64Array | null
}>

export type PlannedProbes = Readonly<{ body: Uint8Array; perSecond: number }>

export type LoadProgress = Omit<LiveSnapshot, 'runId'> &
  Readonly<{
    /** Of a worker: how long after the start it received the order. Left out where it was in time. */
    startedLateMs?: number
  }>

export type LoadOutcome = Readonly<{
  /** From the start of the schedule to the last answer, µs. */
  durationUs: number
  startedAtEpochMs: number
  /** The monotonic clock at the start, seconds. */
  startedAtMonotonicS: number
  cancelled: boolean
  /** The limit for the run was reached: not all was sent, or not all was awaited. */
  timedOut: boolean
  /** Present if a limit on failures was reached and the rest was not sent. */
  failureLimit?: FailureLimit
  client: ClientHealth
  /** Left out where none were sent. */
  probes?: ProbeResults
  /** Of a worker: how long after the start it received the order. Left out where it was in time. */
  startedLateMs?: number
  /** Left out where this computer sent the load, or several others did. */
  origin?: LoadOrigin
  /** Left out where one machine sent the load. */
  workers?: readonly LoadWorker[]
}>

/** A worker's places under a limit that it shares, after the order of that number. */
export type PlaceReport = PlaceUse & Readonly<{ order: number }>

/** How many places a worker has from now on. Orders are numbered from 1. */
export type PlaceOrder = Readonly<{ places: number; number: number }>

export type LoadPhase = 'connecting' | 'warming-up' | 'running' | 'draining'

export type ToLoadGenerator =
  | { readonly type: 'start'; readonly plan: LoadPlan }
  /** For a shard that is prepared: when the measured part begins, by the monotonic clock there, in seconds. */
  | { readonly type: 'run'; readonly startS: number }
  | { readonly type: 'places'; readonly order: PlaceOrder }
  | { readonly type: 'cancel' }
  /** The oldest batch of records that waited is stored. */
  | { readonly type: 'kept' }

export type FromLoadGenerator =
  | { readonly type: 'ready' }
  | { readonly type: 'phase'; readonly phase: LoadPhase }
  /** A shard is ready to be sent, and waits for `run`. */
  | { readonly type: 'prepared' }
  | { readonly type: 'places'; readonly report: PlaceReport }
  | { readonly type: 'progress'; readonly progress: LoadProgress }
  | { readonly type: 'records'; readonly records: PackedRecords }
  | { readonly type: 'finished'; readonly outcome: LoadOutcome }
  | { readonly type: 'failed'; readonly error: AppErrorWire }

// Messages between us and a load generator on a host, beyond those of a local process.
export type ToRemoteLoad =
  | ToLoadGenerator
  /** Asks for the time there. Also shows that the caller is still waiting. */
  | { readonly type: 'clock'; readonly askedMs: number }

export type FromRemoteLoad =
  | FromLoadGenerator
  | {
      readonly type: 'clock'
      readonly askedMs: number
      readonly epochMs: number
      readonly monotonicMs: number
    }
