// Properties of an API for rules, form and requests, and the rows that the other rows spread.
import type { MadeKind } from '#core/records/made-kind.ts'
import type { TaskName } from './task-traits.ts'

/** Parts of a chat message, or one audio file that is the request. */
export type MediaForm = 'parts' | 'recording'

export type BackendTraits = Readonly<{
  task: TaskName
  /** Parser for the responses. */
  protocol: string
  /** Backend listed just before it; without one, a feature's backend is listed last. */
  listedAfter?: string
  /** Name in vLLM-Omni's client. */
  alias?: string
  /** If absent, vLLM's client sends this API too. */
  knownTo?: 'kneepoint'
  /** Usual endpoint of such servers. */
  usualEndpoint: string
  /** Endings that vLLM's client requires of an endpoint. */
  endpointEndings: readonly string[]
  /** Responses are streamed token by token. */
  streams: boolean
  /** Null if responses are text or vectors. */
  makes: MadeKind | null
  /** Media that responses may include besides text. */
  makesBeside: readonly MadeKind[]
  namesModel: boolean
  /** A prompt may be token ids instead of text. */
  takesTokenIds: boolean
  /** A request may contain several prompts. */
  takesBatches: boolean
  /** A request is a query and documents to rank for it. */
  ranksDocuments: boolean
  /** `--logprobs` is sent. */
  takesLogprobs: boolean
  /** Media that a request may include besides the prompt. */
  takesMedia: readonly MediaForm[]
  /** A request may be a turn of a conversation, with the earlier messages. */
  takesConversations: boolean
  /** A recording is sent in real time, over its own WebSocket. */
  pacesAudio: boolean
  /** Supports messages with the role `tool`, and responses that call tools. */
  takesToolMessages: boolean
  /** `--temperature` and similar flags are sent, and responses to random prompts run to full length by default. */
  takesSampling: boolean
  /** A request can demand a response of full length (`ignore_eos`). */
  takesIgnoreEos: boolean
  /** Responses of full length count as the requested number of tokens, because the server reports no count. */
  countsAsAsked: boolean
  listsModels: boolean
  /** The server applies the model's chat template to prompts. */
  templatesPrompts: boolean
  /** A connection occupies one of a few threads even while idle, so opening connections in advance delays requests. */
  servesFewConnections: boolean
}>

export const completions = {
  task: 'generation',
  protocol: 'completions',
  usualEndpoint: '/v1/completions',
  endpointEndings: ['completions'],
  streams: true,
  makes: null,
  makesBeside: [],
  namesModel: true,
  takesTokenIds: true,
  takesBatches: false,
  ranksDocuments: false,
  takesLogprobs: true,
  takesMedia: [],
  pacesAudio: false,
  takesConversations: false,
  takesToolMessages: false,
  takesSampling: true,
  takesIgnoreEos: true,
  countsAsAsked: false,
  listsModels: true,
  templatesPrompts: false,
  servesFewConnections: false,
} as const satisfies BackendTraits

export const textOnly = {
  ...completions,
  takesTokenIds: false,
  takesLogprobs: false,
} as const satisfies BackendTraits
