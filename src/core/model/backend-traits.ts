// The APIs a server may be asked through, and what rules, form and requests need to know of each; what is sent and
// how answers are read stands in protocol/.

export const backendNames = ['openai', 'vllm', 'openai-chat'] as const

export type BackendName = (typeof backendNames)[number]

/** How answers are to be understood. */
export type ProtocolName = 'completions' | 'chat'

export type BackendTraits = Readonly<{
  protocol: ProtocolName
  /** The endpoint such servers usually have. */
  usualEndpoint: string
  /** What an endpoint has to end with for the original to speak to it. */
  endpointEndings: readonly string[]
  /** A prompt may be token ids instead of text. */
  takesTokenIds: boolean
  /** `--logprobs` is sent. */
  takesLogprobs: boolean
  /** The server puts prompts into the model's chat template. */
  templatesPrompts: boolean
}>

const chatEnding = 'chat/completions'

const completions: BackendTraits = {
  protocol: 'completions',
  usualEndpoint: '/v1/completions',
  endpointEndings: ['completions'],
  takesTokenIds: true,
  takesLogprobs: true,
  templatesPrompts: false,
}

export const backendTraits: Readonly<Record<BackendName, BackendTraits>> = {
  openai: completions,
  vllm: completions,
  'openai-chat': {
    protocol: 'chat',
    usualEndpoint: '/v1/chat/completions',
    endpointEndings: [chatEnding],
    takesTokenIds: false,
    takesLogprobs: false,
    templatesPrompts: true,
  },
}

/** The paths of chat end like those of completions, but are others. */
export function isEndpointOf(backend: BackendName, endpoint: string): boolean {
  const { endpointEndings } = backendTraits[backend]
  const isChat = endpoint.endsWith(chatEnding)
  return (
    endpointEndings.some((ending) => endpoint.endsWith(ending)) &&
    isChat === endpointEndings.includes(chatEnding)
  )
}
