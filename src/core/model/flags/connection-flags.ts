// Flags that say which server is asked, for which model, and how.
import { backendNames } from '../benchmark/backend-traits.ts'
import { loraAssignments, tokenizerModes } from '../fields/connection-fields.ts'
import type { BenchmarkField } from '../benchmark/benchmark-fields.ts'
import type { FlagText } from './flag.ts'

export const connectionFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'backend',
    kind: 'choice',
    metavar: 'NAME',
    choices: backendNames,
    summary: 'Which API to speak, and with it what is asked for: text, vectors or scores.',
  },
  {
    field: 'baseUrl',
    kind: 'text',
    metavar: 'URL',
    summary: 'Address of the server without the endpoint; takes the place of host and port.',
  },
  { field: 'host', kind: 'text', metavar: 'HOST', summary: 'Host the server runs on.' },
  { field: 'port', kind: 'integer', metavar: 'PORT', summary: 'Port the server listens on.' },
  {
    field: 'endpoint',
    kind: 'text',
    metavar: 'PATH',
    summary: 'Path requests go to; all but the completions backends need another than the default.',
  },
  {
    field: 'header',
    kind: 'pairs',
    metavar: 'KEY=VALUE',
    summary: 'Headers to send with every request.',
  },
  {
    field: 'insecure',
    kind: 'switch',
    summary: "Do not verify the server's TLS certificate.",
  },
  {
    field: 'model',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Model to ask for; without it, the first one the server lists.',
  },
  {
    field: 'servedModelName',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Name the server knows the model by, where that is not the name of --model.',
  },
  {
    field: 'tokenizer',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Tokenizer to make and count prompts with: a folder, a file, or a model name.',
  },
  {
    field: 'tokenizerMode',
    kind: 'choice',
    choices: tokenizerModes,
    summary:
      "Read Mistral's tekken.json (mistral), or write chats as DeepSeek V3.2 does; the others are one.",
  },
  {
    field: 'loraModules',
    kind: 'words',
    metavar: 'NAME',
    summary:
      'LoRA adapters the server knows; each request asks for one of them, not for the model.',
  },
  {
    field: 'loraAssignment',
    kind: 'choice',
    choices: loraAssignments,
    summary: 'Which adapter a request asks for: one drawn with the seed, or one after the other.',
  },
  {
    field: 'skipTokenizerInit',
    kind: 'switch',
    summary: 'Use no tokenizer and report nothing that needs one.',
  },
]
