// What happened to one request. Raw records are the truth; every number shown is derived from them.
// Times are whole microseconds since the start of the run, so that storing them loses nothing.

import type { MadeKind } from '../benchmark/made-kind.ts'
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
  /** HTTP status, where there was a response. */
  status: number | null
  /** The server's own words, at most a few kilobytes. */
  body: string | null
}>

/** Reasoning and tool calls are generated too, but are not the visible content. */
export const outputKinds = ['content', 'reasoning', 'toolCall'] as const

export type OutputKind = (typeof outputKinds)[number]

/** A chunk comes for something that was generated, though it may carry nothing: a role, an end. */
export const firstKinds = ['chunk', ...outputKinds] as const

export type FirstKind = (typeof firstKinds)[number]

/** When the first of each kind came; null where none did. */
export type FirstTimes = Readonly<Record<FirstKind, number | null>>

/** Both from 0; conversations in the order of the plan. */
export type ConversationTurn = Readonly<{
  conversation: number
  number: number
  /** Left out for a turn that is no step of an agent. */
  step?: AgentStep | undefined
}>

/** A step of an agent's trajectory. */
export type AgentStep = Readonly<{
  /** Steps on the longest chain before it, those before the beginning of the run included. */
  depth: number
  /** Tokens of its prompt that a prefix cache that never evicts would hold; null where these are not known. */
  reusableTokens: number | null
  /** Number of the step that began its branch, the innermost; left out where it is in none. */
  branch?: number | undefined
  /** Of the step that ended its trajectory: branches that were cancelled, likewise; left out where none was. */
  cancelledBranches?: readonly number[] | undefined
  /** Of the step that ended its trajectory, where this began at its first step and none failed. */
  whole?: TrajectoryTimes | undefined
  /** Likewise where it began midway, too: from its first request in the run. */
  endedAfterUs?: number | undefined
}>

/** From the first request of a trajectory to its last response. */
export type TrajectoryTimes = Readonly<{
  tookUs: number
  /** With at least one request in flight. */
  modelUs: number
  /** Without any, while its user thought. */
  thinkUs: number
}>

/** Of a recording that was sent at its own pace: the moments of its transcript. */
export type Voice = Readonly<{
  /** First delta with text; null where none had any. */
  firstTextAtUs: number | null
  /** The whole transcript; later than the last delta. */
  finalAtUs: number
  /** How far deltas were behind the speech they cover, on average and at most; null without any. */
  lagMeanUs: number | null
  lagMaxUs: number | null
}>

/** What a response holds in place of text; null for what is not known or another medium does not have. */
export type MadeMedia = Readonly<{
  kind: MadeKind
  /** Of sound or video. */
  lengthS: number | null
  /** First sound. */
  firstAtUs: number | null
  /** The longest that a listener who began with the first sound waited for more. */
  underrunUs: number | null
  /** Images, or frames of a video. */
  count: number | null
  /** Of all images. */
  pixels: number | null
  /** By the server's own clock. */
  generationUs: number | null
  /** On the server's device. */
  peakMemoryMb: number | null
  /** Last token of the text beside it; left out where it has none. */
  textEndedAtUs?: number | undefined
  /** Of its pipeline, by name, as the server reports them: in ms where the name ends in `_ms`, else in s. */
  stages?: Readonly<Record<string, number>> | undefined
}>

/** What vLLM measured of one request, with `--enable-per-request-metrics`, in seconds; null for what it left out. */
export type ServerTimes = Readonly<{
  /** From its arrival at the engine until it was scheduled. */
  queueS: number | null
  /** From then until its first token. */
  ttftS: number | null
}>

/** Parts of the tokens of a response; null for what is not known. */
export type TokenParts = Readonly<{
  /** Generated before the answer. */
  reasoning: number | null
  /** The tokenizer counted it in the text of the reasoning; left out where the server did. */
  isRecounted?: true | undefined
  /** Of the prompt, found in the prefix cache of the server. */
  cached: number | null
}>

/** How a response differs from the one requested; each is left out where it does not, or where that is not known. */
export type ResponseDifferences = Readonly<{
  /** The model it names in place of the requested one. */
  model?: string | undefined
  /** It is complete without a finish reason. */
  unexplained?: true | undefined
  /** Tokens requested, where another number came, or is not counted yet. */
  promptTokens?: number | undefined
  outputTokens?: number | undefined
}>

/** One that the server rejected, after which the request was sent again. */
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
  /** Left out for a request that stands alone. */
  turn?: ConversationTurn | undefined
  /** Place of the server it was sent to among the base URLs; left out where there is one, and for one that was not sent. */
  target?: number | undefined
  /** When the schedule wanted it to leave. */
  scheduledAtUs: number
  /** Attempts before the one that all else is about; left out of runs that do not retry. */
  rejected?: readonly RejectedAttempt[] | undefined
  /** When it was first written to a connection; latency counts from here. */
  sentAtUs: number
  /**
   * It was written twice: the server closed a reused connection before any byte of its response. Left out otherwise.
   */
  resent?: true | undefined
  /** First token event, or first chunk of tokens that were counted but not shown; null when none came. */
  firstTokenAtUs: number | null
  /** The first token is the earliest of these that is no mere chunk, if any is. */
  firstAtUs: FirstTimes
  /** Last token event, or the failure. */
  endedAtUs: number
  /** Gaps between successive token events; one shorter than the number of events. */
  interTokenLatenciesUs: Uint32Array
  /** Prompt tokens: the server's count where it gave one, else ours. */
  promptTokens: number
  /** Texts it gave the server to read: those of a list, or the documents to rank. */
  inputs: number
  /** Length of the recording that was sent; null where none was. */
  inputAudioS: number | null
  /** Left out of requests that were not sent at a pace. */
  voice?: Voice | undefined
  /** Left out of responses of text. */
  made?: MadeMedia | undefined
  /** Left out where the server reported none, or `--print-stage` is off. */
  stageMetrics?: StageMetrics | undefined
  /** Generated tokens by the server's count, else by the tokenizer; null until counted. */
  outputTokens: number | null
  generatedText: string
  /** Left out where no part is known. */
  tokenParts?: TokenParts | undefined
  /** Until its tokens are counted; left out where the server counted them. Not stored. */
  reasoningText?: string | undefined
  /** Left out where the server sent none. */
  serverTimes?: ServerTimes | undefined
  differences?: ResponseDifferences | undefined
  /** Most token events came in one late read, so the times between them are not the server's. */
  readAtOnce?: true | undefined
  error: RequestError | null
}>

/**
 * What a request counts as. Rejected by the server on every attempt, cancelled by the client as `--cancel-after` says or
 * with a branch of its trajectory, and cut off when the run was cancelled, are no failures. A turn after a rejected one counts as rejected.
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

/** A turn after one that failed, or due when the run had ended, is never sent; of a request whose worker was lost it is unknown. */
export function wasSent({ error }: Pick<RequestRecord, 'error'>): boolean {
  return error === null || !unsentCodes.includes(error.code)
}
