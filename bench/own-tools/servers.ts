// Which load is sent to which server, by which tools.
import { aiperf, lmdeployClient, sglangClient } from './python-clients.ts'
import type { Api, Tool, Workload } from './tool.ts'
import { apacheBench, litellmLocust, llamaServerBench, ollamaBench } from './tools-of-servers.ts'

export type Comparison = Readonly<{
  title: string
  api: Api
  load: Pick<Workload, 'requests' | 'outputTokens' | 'pace'>
  ourArguments: readonly string[]
  /** All prompts are the first, because the tool takes one only; it may number them. */
  onePrompt?: 'same' | 'numbered'
  tools: readonly Tool[]
}>

/** By the name of the folder of its recordings in tests/exchanges. */
export const comparisons: Readonly<Record<string, readonly Comparison[]>> = {
  'llama.cpp': [
    {
      title: 'Prompts of text, 4 requests per second',
      api: 'completions',
      load: { requests: 48, outputTokens: 32, pace: { ratePerS: 4 } },
      // The backend turns the server's prompt cache off; the other tools leave it on.
      ourArguments: [
        ...['--backend', 'llama.cpp', '--temperature', '0'],
        ...['--extra-body', '{"cache_prompt":true}'],
      ],
      tools: [sglangClient, lmdeployClient, aiperf],
    },
    {
      title: 'Prompts of 64 token ids, 4 requests in flight',
      api: 'completions',
      load: { requests: 120, outputTokens: 32, pace: { concurrency: 4 } },
      ourArguments: [
        ...['--backend', 'llama.cpp', '--dataset-name', 'random', '--prompt-token-ids'],
        ...['--random-input-len', '64', '--random-output-len', '32'],
      ],
      tools: [llamaServerBench],
    },
  ],
  ollama: [
    {
      title: 'One prompt with a number before it, one request in flight',
      api: 'completions',
      load: { requests: 60, outputTokens: 32, pace: { concurrency: 1 } },
      ourArguments: ['--backend', 'openai', '--temperature', '0'],
      onePrompt: 'numbered',
      tools: [ollamaBench],
    },
  ],
  infinity: [
    {
      title: 'Embeddings of one prompt, 4 requests in flight',
      api: 'embeddings',
      load: { requests: 300, outputTokens: 0, pace: { concurrency: 4 } },
      ourArguments: ['--backend', 'openai-embeddings', '--endpoint', '/embeddings'],
      onePrompt: 'same',
      tools: [apacheBench],
    },
  ],
  'transformers-serve': [
    {
      title: 'Chat, one request in flight',
      api: 'chat',
      load: { requests: 30, outputTokens: 32, pace: { concurrency: 1 } },
      ourArguments: ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
      tools: [sglangClient, aiperf],
    },
  ],
  litellm: [
    {
      title: 'Chat, 4 requests in flight',
      api: 'chat',
      load: { requests: 200, outputTokens: 10, pace: { concurrency: 4 } },
      ourArguments: ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
      tools: [litellmLocust],
    },
  ],
  'sglang-router': [
    {
      title: 'Prompts of text, 4 requests per second',
      api: 'completions',
      load: { requests: 48, outputTokens: 32, pace: { ratePerS: 4 } },
      ourArguments: ['--backend', 'sglang', '--temperature', '0'],
      tools: [sglangClient],
    },
  ],
}
