// Fields that say which server is asked, and how.
import { z } from 'zod'
import { backendNames } from '../benchmark/backend-traits.ts'
import { stringMap } from './field-types.ts'

export const loraAssignments = ['random', 'round-robin'] as const

export const tokenizerModes = ['auto', 'hf', 'slow', 'mistral', 'deepseek_v32'] as const

export type TokenizerMode = (typeof tokenizerModes)[number]

export type LoraAssignment = (typeof loraAssignments)[number]

export const connectionFields = {
  backend: z.enum(backendNames).default('openai'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(1).max(65535).default(8000),
  endpoint: z.string().startsWith('/').default('/v1/completions'),
  header: stringMap.default({}),
  insecure: z.boolean().default(false),
  model: z.string().min(1).nullable().default(null),
  servedModelName: z.string().min(1).nullable().default(null),
  tokenizer: z.string().min(1).nullable().default(null),
  /** Which file of a model is read, and who writes its chats; `hf` and `slow` are the same. */
  tokenizerMode: z.enum(tokenizerModes).default('auto'),
  /** Names of adapters the server knows; requests ask for one of them instead of the model. */
  loraModules: z.array(z.string().min(1)).min(1).nullable().default(null),
  loraAssignment: z.enum(loraAssignments).default('random'),
  skipTokenizerInit: z.boolean().default(false),
}
