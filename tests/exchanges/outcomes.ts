// What each reply says.
import type { Outcome } from './replay.ts'

/** Five tokens, one of them in two characters of several bytes, and the server's own count of them. */
const usual: Outcome = {
  ...{ events: 5, kinds: ['chunk', 'content'], promptTokens: 9, outputTokens: 5 },
  ...{ generatedText: ' The sky is “blue” 🚀', inputAudioS: null, error: null },
}

/** Nothing generated, nothing timed but the end. */
const pooled: Outcome = { ...usual, events: 0, kinds: [], outputTokens: 0, generatedText: '' }

/** The prompt's tokens are those of its own front end, with what was heard. */
const heard: Outcome = { ...usual, promptTokens: 4, inputAudioS: 0.01 }

export const writtenOutcomes: Readonly<Record<string, Outcome>> = {
  openai: usual,
  vllm: usual,
  'openai-chat': {
    ...{ ...usual, events: 5, kinds: ['chunk', 'content', 'reasoning', 'toolCall'] },
    generatedText: 'It “is” 🚀',
  },
  'openai-responses': {
    ...{ ...usual, events: 6, kinds: ['chunk', 'content', 'reasoning'] },
    ...{ promptTokens: 12, outputTokens: 6 },
  },
  /** The counts of the prompt come first, and leave out those of the cache. */
  'anthropic-messages': {
    ...{ ...usual, events: 6, kinds: ['chunk', 'content', 'reasoning', 'toolCall'] },
    ...{ outputTokens: 9, generatedText: 'It “is” 🚀' },
  },
  'openai-audio': heard,
  'openai-audio-translation': heard,
  /** Its first sound is no token. */
  'openai-audio-speech': { ...pooled, kinds: ['chunk'], promptTokens: 9 },
  'openai-images-omni': { ...pooled, promptTokens: 9 },
  'openai-image-edits-omni': { ...pooled, promptTokens: 9 },
  /** The tokens of its sound are those of another stage. */
  'openai-chat-omni': usual,
  sglang: usual,
  /** Its last message has a choice of no text, which is counted, as in the original. */
  'llama.cpp': { ...usual, events: 6 },
  lmdeploy: { ...usual, events: 6 },
  scalellm: usual,
  /** It counts nothing unless asked for details. */
  tgi: { ...usual, outputTokens: null },
  'tensorrt-llm': { ...usual, outputTokens: null },
  'deepspeed-mii': { ...usual, events: 0, kinds: [] },
  ollama: usual,
  'ollama-chat': {
    ...{ ...usual, events: 7, kinds: ['chunk', 'content', 'reasoning', 'toolCall'] },
    outputTokens: 7,
  },
  'openai-embeddings': { ...pooled, promptTokens: 15 },
  'openai-embeddings-chat': { ...pooled, promptTokens: 21 },
  'openai-embeddings-clip': { ...pooled, promptTokens: 17 },
  'openai-embeddings-vlm2vec': { ...pooled, promptTokens: 29 },
  'infinity-embeddings': { ...pooled, promptTokens: 22 },
  'infinity-embeddings-clip': { ...pooled, promptTokens: 64 },
  'vllm-pooling': pooled,
  'vllm-rerank': { ...pooled, promptTokens: 26 },
}

const said: Outcome = { ...usual, promptTokens: 25 }

/** vLLM's: tokens that came between two looks of the server at its queue share a message; several here do. */
const vllm: Readonly<Record<string, Outcome>> = {
  vllm: { ...said, promptTokens: 19, generatedText: ' shaciousForbedAnd' },
  'openai-chat': { ...said, events: 3, generatedText: ' sil stone\u001f king chan' },
  /** One of its messages is a token without text: part of a character yet to come. */
  'openai-chat-reasoning': { ...said, kinds: ['chunk', 'reasoning'], generatedText: '' },
  'openai-chat-tools': {
    ...{ ...said, events: 4, kinds: ['chunk', 'toolCall'] },
    ...{ outputTokens: 40, generatedText: '' },
  },
  'openai-responses': { ...said, events: 2, generatedText: ' main\u0013less winLo' },
  'anthropic-messages': { ...said, generatedText: ' shaciousForbedAnd' },
  /** Random weights never end their thinking. */
  'anthropic-messages-thinking': { ...said, kinds: ['chunk', 'reasoning'], generatedText: '' },
  'openai-embeddings': { ...pooled, promptTokens: 23 },
  'openai-embeddings-chat': { ...pooled, promptTokens: 23 },
  'vllm-pooling': { ...pooled, promptTokens: 19 },
  'vllm-rerank': { ...pooled, promptTokens: 37 },
  'openai-audio': {
    ...{ ...heard, events: 4, promptTokens: 5 },
    generatedText: '\0\0\0\0',
  },
  'openai-audio-translation': { ...heard, promptTokens: 5, generatedText: "'d'd'd'd'd" },
}

/** llama.cpp's: bytes that are no character arrive as U+FFFD, a token each. */
const llamaCpp: Readonly<Record<string, Outcome>> = {
  /** Its last message has a choice of no text, as in the one that was written. */
  'llama.cpp': { ...said, events: 6, promptTokens: 23, generatedText: '\ufffd the\u0011 \ufffd' },
  'openai-chat': { ...said, promptTokens: 41, generatedText: 'S WhyN\ufffd\ufffd' },
  'openai-responses': { ...said, promptTokens: 41, generatedText: ' blue\u0002!\u001d\ufffd' },
  'anthropic-messages': { ...said, promptTokens: 41, generatedText: 'p\ufffdUJu' },
  'openai-embeddings': { ...pooled, promptTokens: 37 },
}

/** Ollama's server is llama.cpp; counts are 0 until the last message, and tokens that make a character share one. */
const ollama: Readonly<Record<string, Outcome>> = {
  openai: { ...said, events: 6, promptTokens: 73, generatedText: '\ufffdI\ufffd-\ufffd' },
  'openai-chat': { ...said, promptTokens: 73, generatedText: '3:é#e' },
  'openai-responses': { ...said, events: 4, promptTokens: 73, generatedText: ' Why:\ufffdU' },
  'anthropic-messages': {
    ...said,
    events: 3,
    promptTokens: 73,
    generatedText: '\ufffd]\ufffd\u0012',
  },
}

const infinity: Readonly<Record<string, Outcome>> = {
  'infinity-embeddings': { ...pooled, promptTokens: 22 },
  'openai-embeddings': { ...pooled, promptTokens: 34 },
  'vllm-rerank': { ...pooled, promptTokens: 80 },
}

/** It holds text back until a word ends, so a message may hold two tokens. */
const inWords: Outcome = { ...said, events: 3, generatedText: ' dead\ufffd\ufffd bestRough' }

const transformersServe: Readonly<Record<string, Outcome>> = {
  openai: { ...pooled, outputTokens: null, error: 'http-status' },
  'openai-chat': inWords,
  'openai-responses': inWords,
}

/** Text of the simulator, as it left the gateway. */
const passed: Outcome = {
  ...{ ...said, promptTokens: 14 },
  generatedText: ' fazi siwuda zuvuta pebuhi femadi',
}

const passedChat: Outcome = {
  ...{ ...said, promptTokens: 30 },
  generatedText: ' medoce nucehi cedujo jajo wifova',
}

const litellm: Readonly<Record<string, Outcome>> = {
  vllm: passed,
  'openai-chat': passedChat,
  /** It asks for 16 tokens where the client asks for fewer. */
  'openai-responses': {
    ...{ ...passedChat, events: 16, outputTokens: 16 },
    generatedText:
      ' medoce nucehi cedujo jajo wifova menami hidoca jacama fope jisite cohita tarule zaju sida lorafe tucu',
  },
  'anthropic-messages': passedChat,
}

/** By server, then by exchange. */
export const recordedOutcomes: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  vllm,
  'llama.cpp': llamaCpp,
  ollama,
  infinity,
  'transformers-serve': transformersServe,
  litellm,
  'sglang-router': { sglang: passed, 'openai-chat': passedChat },
}
