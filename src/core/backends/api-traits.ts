// Properties of an API for rules, form and requests, and the rows that the other rows spread.
import type { MadeKind } from '#core/records/made-kind.ts'
import type { TaskName } from './task-traits.ts'

/** Parts of a chat message, or one audio file that is the request. */
export type MediaForm = 'parts' | 'recording'

export type BackendTraits = Readonly<{
  task: TaskName
  /** How to parse the responses. */
  protocol: string
  /** Backend that it follows in lists; a feature's are last without it. */
  listedAfter?: string
  /** Absent: vLLM's client, too. */
  knownTo?: 'kneepoint'
  /** The endpoint such servers usually have. */
  usualEndpoint: string
  /** Endings that vLLM's client requires of an endpoint. */
  endpointEndings: readonly string[]
  /** Responses are streamed token by token. */
  streams: boolean
  /** Null if responses are text or vectors. */
  makes: MadeKind | null
  /** Media that text responses may include. */
  makesBeside: readonly MadeKind[]
  namesModel: boolean
  /** A prompt may be token ids instead of text. */
  takesTokenIds: boolean
  /** A request may hold several prompts. */
  takesBatches: boolean
  /** A request is a query and documents to rank for it. */
  ranksDocuments: boolean
  /** `--logprobs` is sent. */
  takesLogprobs: boolean
  /** Media that a request may carry beside the prompt. */
  takesMedia: readonly MediaForm[]
  /** A request may be a turn of a conversation, with the earlier messages. */
  takesConversations: boolean
  /** A recording is sent at its own pace, over a WebSocket of its own. */
  pacesAudio: boolean
  /** Messages of the role `tool`, and responses that call tools. */
  takesToolMessages: boolean
  /** `--temperature` and the like are sent, and responses to random prompts run to full length by default. */
  takesSampling: boolean
  /** A request can demand a response of full length (`ignore_eos`). */
  takesIgnoreEos: boolean
  /** Responses of full length count as the requested number of tokens, because the server reports no count. */
  countsAsAsked: boolean
  listsModels: boolean
  /** The server puts prompts into the model's chat template. */
  templatesPrompts: boolean
  /** A connection occupies one of a few threads even while idle, so connections opened ahead delay requests. */
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
