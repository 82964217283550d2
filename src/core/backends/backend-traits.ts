// APIs of a server and their properties for rules, form and requests. protocol/ defines the requests and parses the responses.
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import { type MadeKind, madeKinds } from '#core/records/made-kind.ts'
import { type BackendTraits, completions, textOnly } from './api-traits.ts'
import * as features from './features.ts'
import { mediaTraits, taskTraits, type TaskTraits } from './task-traits.ts'

const chatEnding = 'chat/completions'

const ownBackends = {
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
    knownTo: 'kneepoint',
    usualEndpoint: '/v1/responses',
    endpointEndings: ['responses'],
    templatesPrompts: true,
  },
  'anthropic-messages': {
    ...textOnly,
    protocol: 'messages',
    knownTo: 'kneepoint',
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
  sglang: completions,
  'llama.cpp': { ...completions, servesFewConnections: true },
} as const satisfies Readonly<Record<string, BackendTraits>>

const backends = withFeatures(ownBackends, features)

type Backends = typeof backends

export type BackendName = keyof Backends
export type BackendChoice = Readonly<{ backend: BackendName }>
export type ProtocolName = Backends[BackendName]['protocol']

export const backendTraits: Readonly<
  Record<BackendName, BackendTraits & Readonly<{ protocol: ProtocolName }>>
> = backends

/** Ordered as in `--help`. */
export const backendNames = Object.keys(backendTraits) as readonly BackendName[]

/** Backends whose responses may include audio, images or video. */
export const mediaBackends = backendNames.filter((name) =>
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

/** Ignores the query. Chat paths share an ending with completions paths but do not count as them. */
export function isEndpointOf(backend: BackendName, endpoint: string): boolean {
  const { endpointEndings } = backendTraits[backend]
  const path = endpoint.replace(/\?.*$/s, '')
  const isChat = path.endsWith(chatEnding)
  return (
    endpointEndings.some((ending) => path.endsWith(ending)) &&
    isChat === endpointEndings.includes(chatEnding)
  )
}
