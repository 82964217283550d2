// APIs of a server and their properties for rules, form and requests. protocol/ defines the requests and parses the
// responses.
import { type MadeKind, madeKinds } from '#core/records/made-kind.ts'
import { mediaTraits, taskTraits, type TaskName, type TaskTraits } from './task-traits.ts'

/** Parts of a chat message, or one audio file that is the request. */
export type MediaForm = 'parts' | 'recording'

export const embeddingBackends = [
  'openai-embeddings',
  'openai-embeddings-chat',
  'openai-embeddings-clip',
  'openai-embeddings-vlm2vec',
  'infinity-embeddings',
  'infinity-embeddings-clip',
] as const

export const backendNames = [
  'openai',
  'vllm',
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'openai-audio',
  'vllm-realtime',
  'openai-audio-speech',
  'openai-images-omni',
  'openai-image-edits-omni',
  'openai-videos-omni',
  'openai-chat-omni',
  'sglang',
  'llama.cpp',
  'lmdeploy',
  'scalellm',
  'tgi',
  'tensorrt-llm',
  'deepspeed-mii',
  ...embeddingBackends,
  'vllm-pooling',
  'vllm-rerank',
] as const

export type BackendName = (typeof backendNames)[number]
export type BackendChoice = Readonly<{ backend: BackendName }>

/** How to parse the responses. */
export type ProtocolName =
  | 'completions'
  | 'chat'
  | 'chat-omni'
  | 'responses'
  | 'messages'
  | 'audio'
  | 'realtime'
  | 'speech'
  | 'images'
  | 'videos'
  | 'tgi'
  | 'tensorrt-llm'
  | 'deepspeed-mii'
  | 'pooling'

type BackendTraits = Readonly<{
  task: TaskName
  protocol: ProtocolName
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

const chatEnding = 'chat/completions'

const completions: BackendTraits = {
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
  takesConversations: false,
  takesToolMessages: false,
  takesSampling: true,
  takesIgnoreEos: true,
  countsAsAsked: false,
  listsModels: true,
  templatesPrompts: false,
  servesFewConnections: false,
}

const textOnly: BackendTraits = { ...completions, takesTokenIds: false, takesLogprobs: false }

const omni: BackendTraits = { ...textOnly, streams: false, takesIgnoreEos: false }

const embeddings: BackendTraits = {
  ...completions,
  task: 'pooling',
  protocol: 'pooling',
  usualEndpoint: '/v1/embeddings',
  endpointEndings: ['embeddings'],
  streams: false,
  takesBatches: true,
  takesLogprobs: false,
  takesSampling: false,
}

const embeddingsOfChat: BackendTraits = {
  ...embeddings,
  takesTokenIds: false,
  takesBatches: false,
  takesMedia: ['parts'],
  templatesPrompts: true,
}

const infinity: BackendTraits = {
  ...embeddings,
  usualEndpoint: '/embeddings',
  takesTokenIds: false,
  takesMedia: ['parts'],
}

export const backendTraits: Readonly<Record<BackendName, BackendTraits>> = {
  openai: completions,
  vllm: completions,
  'openai-chat': {
    ...textOnly,
    protocol: 'chat',
    usualEndpoint: '/v1/chat/completions',
    endpointEndings: [chatEnding],
    takesMedia: ['parts'],
    takesConversations: true,
    takesToolMessages: true,
    templatesPrompts: true,
  },
  'openai-responses': {
    ...textOnly,
    protocol: 'responses',
    usualEndpoint: '/v1/responses',
    endpointEndings: ['responses'],
    templatesPrompts: true,
  },
  'anthropic-messages': {
    ...textOnly,
    protocol: 'messages',
    usualEndpoint: '/v1/messages',
    endpointEndings: ['messages'],
    takesConversations: true,
    takesIgnoreEos: false,
    templatesPrompts: true,
  },
  'openai-audio': {
    ...textOnly,
    protocol: 'audio',
    usualEndpoint: '/v1/audio/transcriptions',
    endpointEndings: ['transcriptions', 'translations'],
    takesMedia: ['recording'],
    takesSampling: false,
  },
  'vllm-realtime': {
    ...textOnly,
    protocol: 'realtime',
    usualEndpoint: '/v1/realtime',
    endpointEndings: ['realtime'],
    takesMedia: ['recording'],
    takesSampling: false,
    takesIgnoreEos: false,
  },
  'openai-audio-speech': {
    ...omni,
    protocol: 'speech',
    usualEndpoint: '/v1/audio/speech',
    endpointEndings: ['audio/speech'],
    makes: 'sound',
  },
  'openai-images-omni': {
    ...omni,
    protocol: 'images',
    usualEndpoint: '/v1/images/generations',
    endpointEndings: ['images/generations'],
    makes: 'images',
  },
  'openai-image-edits-omni': {
    ...omni,
    protocol: 'images',
    usualEndpoint: '/v1/images/edits',
    endpointEndings: ['images/edits'],
    makes: 'images',
    takesMedia: ['parts'],
  },
  'openai-videos-omni': {
    ...omni,
    protocol: 'videos',
    usualEndpoint: '/v1/videos',
    endpointEndings: ['videos'],
    makes: 'video',
  },
  'openai-chat-omni': {
    ...textOnly,
    protocol: 'chat-omni',
    usualEndpoint: '/v1/chat/completions',
    endpointEndings: [chatEnding],
    makesBeside: ['sound', 'images'],
    takesMedia: ['parts'],
    templatesPrompts: true,
  },
  sglang: completions,
  'llama.cpp': { ...completions, servesFewConnections: true },
  lmdeploy: completions,
  scalellm: completions,
  tgi: {
    ...textOnly,
    protocol: 'tgi',
    usualEndpoint: '/generate_stream',
    endpointEndings: ['generate_stream'],
    namesModel: false,
    takesSampling: false,
    countsAsAsked: true,
  },
  'tensorrt-llm': {
    ...textOnly,
    protocol: 'tensorrt-llm',
    usualEndpoint: '/v2/models/ensemble/generate_stream',
    endpointEndings: ['generate_stream'],
    namesModel: false,
    takesSampling: false,
    listsModels: false,
  },
  'deepspeed-mii': {
    ...textOnly,
    protocol: 'deepspeed-mii',
    streams: false,
    takesSampling: false,
    takesIgnoreEos: false,
  },
  'openai-embeddings': embeddings,
  'openai-embeddings-chat': embeddingsOfChat,
  'openai-embeddings-clip': embeddingsOfChat,
  'openai-embeddings-vlm2vec': embeddingsOfChat,
  'infinity-embeddings': infinity,
  'infinity-embeddings-clip': infinity,
  'vllm-pooling': { ...embeddings, usualEndpoint: '/pooling', endpointEndings: ['pooling'] },
  'vllm-rerank': {
    ...embeddings,
    usualEndpoint: '/v1/rerank',
    endpointEndings: ['rerank'],
    takesTokenIds: false,
    ranksDocuments: true,
  },
}

/** Backends of vLLM-Omni's client. */
export const omniBackends = backendNames.filter((name) =>
  madeKinds.some((kind) => mayMake({ backend: name }, kind)),
)

/** Whether responses may include this medium. */
export function mayMake({ backend }: BackendChoice, kind: MadeKind): boolean {
  const { makes, makesBeside } = backendTraits[backend]
  return makes === kind || makesBeside.includes(kind)
}

export function taskOf({ backend }: BackendChoice): TaskTraits {
  const { task, makes } = backendTraits[backend]
  return makes === null ? taskTraits[task] : mediaTraits
}

/** Whether responses are text, so that tables and plots show tokens. */
export function generatesText({ backend }: BackendChoice): boolean {
  const { task, makes } = backendTraits[backend]
  return task === 'generation' && makes === null
}

export function isPooling({ backend }: BackendChoice): boolean {
  return backendTraits[backend].task === 'pooling'
}

/** Ignores the query. Chat paths end like completions paths but do not count as them. */
export function isEndpointOf(backend: BackendName, endpoint: string): boolean {
  const { endpointEndings } = backendTraits[backend]
  const path = endpoint.replace(/\?.*$/s, '')
  const isChat = path.endsWith(chatEnding)
  return (
    endpointEndings.some((ending) => path.endsWith(ending)) &&
    isChat === endpointEndings.includes(chatEnding)
  )
}
