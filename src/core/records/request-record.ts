// Record of one request. All reported numbers derive from these raw records. Times are whole microseconds since the
// start of the run, so storing them loses nothing.

import type { MadeKind } from './made-kind.ts'
import type { StageMetrics } from './stage-metrics.ts'

export const requestErrorCodes = [
  'refused',
  'reset',
  'dns',
  'tls',
  'timeout',
  'stalled',
  'http-status',
  'not-a-stream',
  'bad-event',
  'bad-answer',
  'compressed',
  'malformed',
  'server-error-event',
  'too-large',
  'truncated',
  'no-token',
  'ended-early',
  'cancelled',
  'conversation-ended',
  'conversation-cut',
  'rejected',
  'conversation-rejected',
  'client-cancelled',
  'branch-cancelled',
  'worker-lost',
  'other',
] as const

export type RequestErrorCode = (typeof requestErrorCodes)[number]

export type RequestError = Readonly<{
  code: RequestErrorCode
  /** One sentence for the reader. */
  message: string
  /** HTTP status, if there was a response. */
  status: number | null
  /** Body of the server's response, at most a few kilobytes. */
  body: string | null
}>

/** Reasoning and tool calls are generated too, but are not the visible content. */
export const outputKinds = ['content', 'reasoning', 'toolCall'] as const

export type OutputKind = (typeof outputKinds)[number]

/** `chunk`: any chunk of generated output, even one that carries only a role or an end. */
export const firstKinds = ['chunk', ...outputKinds] as const

export type FirstKind = (typeof firstKinds)[number]

/** Time of the first chunk of each kind; null if there was none. */
export type FirstTimes = Readonly<Record<FirstKind, number | null>>

/** Both numbers count from 0; conversations in the order of the plan. */
export type ConversationTurn = Readonly<{
  conversation: number
  number: number
  /** Absent unless the turn is an agent step. */
  step?: AgentStep | undefined
}>

/** A step of an agent's trajectory. */
export type AgentStep = Readonly<{
  /** Steps on the longest chain before it, including those before the beginning of the run. */
  depth: number
  /** Prompt tokens that a prefix cache without eviction would hold; null if unknown. */
  reusableTokens: number | null
  /** Number of the step that began its innermost branch; absent outside branches. */
  branch?: number | undefined
  /**
   * Cancelled branches, by the same numbers; only on the step that ended its trajectory, and absent if there were none.
   */
  cancelledBranches?: readonly number[] | undefined
  /**
   * Times of the whole trajectory; only on the step that ended it, if it began at its first step and no step failed.
   */
  whole?: TrajectoryTimes | undefined
  /** Time from the trajectory's first request in the run; present even if it began midway. */
  endedAfterUs?: number | undefined
}>

/** From the first request of a trajectory to its last response. */
export type TrajectoryTimes = Readonly<{
  tookUs: number
  /** With at least one request in flight. */
  modelUs: number
  /** Without any, during think times. */
  thinkUs: number
}>

/** Transcript times of a recording sent at its own pace. */
export type Voice = Readonly<{
  /** First delta with text; null if there was none. */
  firstTextAtUs: number | null
  /** The whole transcript; later than the last delta. */
  finalAtUs: number
  /** Delay of deltas behind the speech they cover, mean and maximum; null without deltas. */
  lagMeanUs: number | null
  lagMaxUs: number | null
}>

/** Media in a response; null if unknown or not applicable to the medium. */
export type MadeMedia = Readonly<{
  kind: MadeKind
  /** Length of audio or video. */
  lengthS: number | null
  /** First audio. */
  firstAtUs: number | null
  /** Longest wait for more audio by a listener who began with the first. */
  underrunUs: number | null
  /** Images, or frames of a video. */
  count: number | null
  /** Pixels of all images together. */
  pixels: number | null
  /** Measured by the server's own clock. */
  generationUs: number | null
  /** On the server's device. */
  peakMemoryMb: number | null
  /** Last token of the accompanying text; absent without text. */
  textEndedAtUs?: number | undefined
  /** Pipeline stages by name, as the server reports them: in ms if the name ends in `_ms`, else in s. */
  stages?: Readonly<Record<string, number>> | undefined
}>

/** Server-side times of one request from vLLM's `--enable-per-request-metrics`, in seconds; null if left out. */
export type ServerTimes = Readonly<{
  /** From its arrival at the engine until it was scheduled. */
  queueS: number | null
  /** From then until its first token. */
  ttftS: number | null
}>

/** Parts of a response's tokens; null if unknown. */
export type TokenParts = Readonly<{
  /** Generated before the visible content. */
  reasoning: number | null
  /** Counted by our tokenizer in the reasoning text; absent if the server counted them. */
  isRecounted?: true | undefined
  /** Prompt tokens found in the server's prefix cache. */
  cached: number | null
}>

/** Differences between response and request; each is absent if there is none or it is unknown. */
export type ResponseDifferences = Readonly<{
  /** Model named in the response, if not the requested one. */
  model?: string | undefined
  /** It is complete without a finish reason. */
  unexplained?: true | undefined
  /** Prompt tokens requested, if the server counted another number or has not counted yet. */
  promptTokens?: number | undefined
  outputTokens?: number | undefined
}>

/** A rejected attempt after which the request was sent again. */
export type RejectedAttempt = Readonly<{
  sentAtUs: number
  endedAtUs: number
  /** HTTP status. */
  status: number
  /** From its end until the next attempt was due. */
  waitUs: number
}>

export type RequestRecord = Readonly<{
  /** Position in the plan, from 0. */
  index: number
  requestId: string | null
  /** Absent for a request outside conversations. */
  turn?: ConversationTurn | undefined
  /** Index of its server among the base URLs; absent if there is only one, or if it was not sent. */
  target?: number | undefined
  /** Scheduled send time. */
  scheduledAtUs: number
  /** Earlier attempts, all rejected; absent in runs that do not retry. */
  rejected?: readonly RejectedAttempt[] | undefined
  /** Time of the first write to a connection; latency counts from here. */
  sentAtUs: number
  /** Written twice, because the server closed a reused connection before any byte of its response. Absent otherwise. */
  resent?: true | undefined
  /** First token event, or first chunk with counted but hidden tokens; null if there was none. */
  firstTokenAtUs: number | null
  /** The first token is the earliest of these other than `chunk`, if any. */
  firstAtUs: FirstTimes
  /** Last token event, or the failure. */
  endedAtUs: number
  /** Gaps between successive token events; one shorter than the number of events. */
  interTokenLatenciesUs: Uint32Array
  /** Prompt tokens: the server's count if reported, else ours. */
  promptTokens: number
  /** Input texts: a batch, or the documents to rank. */
  inputs: number
  /** Length of the sent recording; null without one. */
  inputAudioS: number | null
  /** Absent unless the recording was sent at its own pace. */
  voice?: Voice | undefined
  /** Absent for text responses. */
  made?: MadeMedia | undefined
  /** Absent if the server reported none, or `--print-stage` is off. */
  stageMetrics?: StageMetrics | undefined
  /** Generated tokens by the server's count, else by the tokenizer; null until counted. */
  outputTokens: number | null
  generatedText: string
  /** Absent if no part is known. */
  tokenParts?: TokenParts | undefined
  /** Kept until its tokens are counted; absent if the server counted them. Not stored. */
  reasoningText?: string | undefined
  /** Absent if the server sent none. */
  serverTimes?: ServerTimes | undefined
  differences?: ResponseDifferences | undefined
  /** Most token events were in one late read, so the times between them are not the server's. */
  readAtOnce?: true | undefined
  error: RequestError | null
}>

/**
 * Category of a request. Not failures: rejected on every attempt, cancelled by the client (`--cancel-after`, or with a
 * branch of its trajectory), cut off when the run was cancelled. A turn after a rejected one counts as rejected.
 */
export type RequestOutcome = 'completed' | 'failed' | 'rejected' | 'client-cancelled' | 'cut-off'

const otherOutcomes: Readonly<Partial<Record<RequestErrorCode, RequestOutcome>>> = {
  rejected: 'rejected',
  'conversation-rejected': 'rejected',
  'client-cancelled': 'client-cancelled',
  'branch-cancelled': 'client-cancelled',
  cancelled: 'cut-off',
  'conversation-cut': 'cut-off',
}

export function outcomeOf(error: Pick<RequestError, 'code'> | null): RequestOutcome {
  return error === null ? 'completed' : (otherOutcomes[error.code] ?? 'failed')
}

/** The only definition of a failure: counts, shares, tables and SQL use it. */
export function isFailure(error: Pick<RequestError, 'code'> | null): boolean {
  return outcomeOf(error) === 'failed'
}

const unsentCodes: readonly RequestErrorCode[] = [
  'conversation-ended',
  'conversation-cut',
  'conversation-rejected',
  'worker-lost',
]

/** False for a turn after a failed one, or due after the run's end. Unknown for requests of a lost worker. */
export function wasSent({ error }: Pick<RequestRecord, 'error'>): boolean {
  return error === null || !unsentCodes.includes(error.code)
}
