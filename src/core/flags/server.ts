// Flags for the measured server and the route of requests to it.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import {
  backendNames,
  backendTraits,
  isEndpointOf,
  type BackendChoice,
} from '#core/backends/backend-traits.ts'
import { hasPortZero, hostProblem, otherEndpointIn } from '#core/backends/server-address.ts'
import {
  type FlagRecords,
  holdsCredentials,
  onOff,
  serverAddress,
  stringMap,
  optionalText,
} from './flag.ts'

const loraAssignments = ['random', 'round-robin'] as const
export type LoraAssignment = (typeof loraAssignments)[number]

const tokenizerModes = [
  ...(['auto', 'hf', 'slow', 'mistral', 'deepseek_v32', 'deepseek_v4', 'cohere', 'grok2'] as const),
  ...(['inkling', 'kimi_audio', 'kimi_k3', 'qwen_vl'] as const),
] as const
export type TokenizerMode = (typeof tokenizerModes)[number]

const namesModel = ({ backend }: BackendChoice): boolean => backendTraits[backend].namesModel

type ClientIdentity = Readonly<{ clientCert: string | null; clientKey: string | null }>

type RequestTarget = Readonly<{ baseUrl: string | null; endpoint: string }>

export const serverFlags = {
  backend: {
    schema: z.enum(backendNames).default('openai'),
    kind: 'choice',
    metavar: 'NAME',
    choices: backendNames,
    respell: (word) => backendNames.find((name) => backendTraits[name].alias === word) ?? word,
    summary: 'API of the server, which also determines whether it returns text, vectors or scores.',
    label: 'API',
    place: 'front',
    formerNames: ['--endpoint-type'],
    defaultsByProfile: { 'vllm-0.9': 'vllm', 'vllm-0.7': 'vllm', 'vllm-0.5': 'vllm' },
    affects: 'load',
  },
  baseUrl: {
    schema: serverAddress.nullable().default(null),
    metavar: 'URL',
    summary: 'Address of the server; replaces --host and --port; repeat it for several servers.',
    difference:
      'http://, /v1, the endpoint, slashes and a query may be at the end or left out. A repeated flag adds a server; vLLM takes the last.',
    label: 'Base URL',
    place: 'server',
    rules: [
      {
        broken: ({ baseUrl }: { baseUrl: string | null }) =>
          baseUrl !== null && holdsCredentials(baseUrl),
        message: message('config.credentialsInUrl'),
      },
      {
        broken: ({ baseUrl }: { baseUrl: string | null }) =>
          baseUrl !== null && hasPortZero(baseUrl),
        message: message('address.port', { port: 0 }),
      },
      {
        broken: (config: RequestTarget) =>
          otherEndpointIn(config.baseUrl, config.endpoint) !== null,
        message: ({ baseUrl, endpoint }: RequestTarget) =>
          message('address.otherEndpoint', { path: otherEndpointIn(baseUrl, endpoint), endpoint }),
      },
    ],
  },
  host: {
    schema: z.string().min(1).default('127.0.0.1'),
    metavar: 'HOST',
    summary: 'Host of the server.',
    label: 'Host',
    place: 'server',
    defaultsByProfile: { 'vllm-0.5': 'localhost' },
    rules: {
      broken: ({ host }: { host: string }) => hostProblem(host) !== null,
      message: ({ host }: { host: string }) => hostProblem(host) ?? message('address.hostForm'),
    },
  },
  port: {
    schema: z.int().min(1).max(65535).default(8000),
    kind: 'integer',
    metavar: 'PORT',
    summary: 'Port of the server.',
    label: 'Port',
    place: 'server',
  },
  endpoint: {
    schema: z.string().startsWith('/').default('/v1/completions'),
    metavar: 'PATH',
    summary: 'Path of the requests; backends other than completions need one of their own.',
    difference: 'Checked against the backend before anything is sent, instead of by each request.',
    label: 'Endpoint',
    place: 'front',
    affects: 'load',
    rules: {
      broken: ({ backend, endpoint }: BackendChoice & { endpoint: string }) =>
        !isEndpointOf(backend, endpoint),
      message: ({ backend }: BackendChoice) =>
        message('config.endpoint', { backend, path: backendTraits[backend].usualEndpoint }),
    },
  },
  header: {
    schema: stringMap.default({}),
    kind: 'pairs',
    metavar: 'KEY=VALUE',
    summary: 'Extra headers for every request.',
    difference:
      'Values are hidden in everything that is printed or stored. A repeated flag adds headers; vLLM takes the last.',
    label: 'Extra headers',
    after: 'skipTokenizerInit',
  },
  insecure: {
    ...onOff,
    summary: "Do not verify the server's TLS certificate.",
    label: 'Skip certificate check',
    after: 'header',
  },
  clientCert: {
    ...optionalText('FILE'),
    summary: 'Client certificate for servers that require one, in PEM.',
    label: 'Client certificate',
    after: 'insecure',
    knownTo: 'kneepoint',
  },
  clientKey: {
    ...optionalText('FILE'),
    summary: 'Key of the client certificate, in PEM and unencrypted; in the same file by default.',
    label: 'Key of the client certificate',
    after: 'clientCert',
    knownTo: 'kneepoint',
    rules: {
      broken: ({ clientCert, clientKey }: ClientIdentity) =>
        clientKey !== null && clientCert === null,
      message: message('config.keyWithoutCertificate'),
    },
  },
  model: {
    ...optionalText('NAME'),
    summary: 'Model to request; the first one that the server lists by default.',
    difference: 'Warns if the list of the server does not contain it.',
    label: 'Model',
    place: 'front',
    rules: {
      broken: ({ backend, model }: BackendChoice & { model: string | null }) =>
        model === null && !backendTraits[backend].listsModels,
      message: ({ backend }: BackendChoice) => message('config.noModelList', { backend }),
    },
  },
  servedModelName: {
    ...optionalText('NAME'),
    summary: 'Name under which the server serves the model, if it differs from --model.',
    label: 'Served model name',
    appliesTo: namesModel,
  },
  tokenizer: {
    ...optionalText('NAME'),
    summary: 'Tokenizer for making and counting prompts: a folder, a file, or a model name.',
    difference: 'A missing file is an error; without the flag, the server tokenizes.',
    label: 'Tokenizer',
    after: 'loraAssignment',
  },
  tokenizerMode: {
    /** Selects the tokenizer file and the chat format; all but `mistral` and `deepseek_v32` are equivalent. */
    schema: z.enum(tokenizerModes).default('auto'),
    kind: 'choice',
    metavar: 'MODE',
    choices: tokenizerModes,
    summary:
      'Tokenizer format: mistral reads tekken.json, deepseek_v32 formats chats for DeepSeek V3.2.',
    difference:
      'mistral reads tekken.json alone, deepseek_v32 takes no tools; all others are one, and chats need a template.',
    label: 'Tokenizer files',
    after: 'tokenizer',
  },
  loraModules: {
    /** Adapters that the server has loaded. Each request names one of them instead of the model. */
    schema: z.array(z.string().min(1)).min(1).nullable().default(null),
    kind: 'words',
    metavar: 'NAME',
    summary: 'LoRA adapters of the server; each request names one of them instead of the model.',
    label: 'LoRA adapters',
    affects: 'load',
    appliesTo: namesModel,
    rules: {
      broken: ({
        backend,
        loraModules,
      }: BackendChoice & { loraModules: readonly string[] | null }) =>
        loraModules !== null && !backendTraits[backend].namesModel,
      message: ({ backend }: BackendChoice) => message('config.noAdapter', { backend }),
    },
  },
  loraAssignment: {
    schema: z.enum(loraAssignments).default('random'),
    kind: 'choice',
    choices: loraAssignments,
    summary: 'How adapters are assigned to requests: at random with the seed, or in turn.',
    label: 'Adapter of a request',
    affects: 'load',
    appliesTo: ({ loraModules }: { loraModules: readonly string[] | null }) => loraModules !== null,
  },
  skipTokenizerInit: {
    ...onOff,
    summary: 'Use no tokenizer, and leave out what needs one.',
    label: 'No tokenizer',
  },
} satisfies FlagRecords
