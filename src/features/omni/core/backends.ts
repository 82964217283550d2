// APIs of vLLM-Omni: speech, images and videos, and chats with media beside the text.
import { type BackendTraits, textOnly } from '#core/backends/api-traits.ts'

const media = {
  ...textOnly,
  streams: false,
  takesIgnoreEos: false,
  knownTo: 'kneepoint',
} as const

export const omniBackends = {
  'openai-audio-speech': {
    ...media,
    listedAfter: 'openai-audio',
    protocol: 'speech',
    usualEndpoint: '/v1/audio/speech',
    endpointEndings: ['audio/speech'],
    makes: 'sound',
  },
  'openai-images-omni': {
    ...media,
    alias: '/v1/images/generations',
    protocol: 'images',
    usualEndpoint: '/v1/images/generations',
    endpointEndings: ['images/generations'],
    makes: 'images',
  },
  'openai-image-edits-omni': {
    ...media,
    alias: '/v1/images/edits',
    protocol: 'images',
    usualEndpoint: '/v1/images/edits',
    endpointEndings: ['images/edits'],
    makes: 'images',
    takesMedia: ['parts'],
  },
  'openai-videos-omni': {
    ...media,
    alias: '/v1/videos',
    protocol: 'videos',
    usualEndpoint: '/v1/videos',
    endpointEndings: ['videos'],
    makes: 'video',
  },
  'openai-chat-omni': {
    ...textOnly,
    alias: 'daily-omni',
    protocol: 'chat-omni',
    knownTo: 'kneepoint',
    usualEndpoint: '/v1/chat/completions',
    endpointEndings: ['chat/completions'],
    makesBeside: ['sound', 'images'],
    takesMedia: ['parts'],
    templatesPrompts: true,
  },
} as const satisfies Readonly<Record<string, BackendTraits>>
