// For tests: a handful of flags, one of every kind.
import { indexFlags } from './flag-index.ts'
import type { ServeFlag } from './serve-flag.ts'

const flags: readonly ServeFlag[] = [
  {
    name: 'tensor-parallel-size',
    group: 'ParallelConfig',
    kind: 'integer',
    default: 1,
    short: '-tp',
    range: [1, null],
  },
  {
    name: 'max-model-len',
    group: 'ModelConfig',
    kind: 'integer',
    default: null,
    takesHumanNumbers: true,
  },
  {
    name: 'max-num-seqs',
    group: 'SchedulerConfig',
    kind: 'integer',
    default: null,
    range: [1, null],
  },
  {
    name: 'max-num-batched-tokens',
    group: 'SchedulerConfig',
    kind: 'integer',
    default: null,
    takesHumanNumbers: true,
  },
  {
    name: 'gpu-memory-utilization',
    group: 'CacheConfig',
    kind: 'number',
    default: 0.92,
    range: [0, 1],
  },
  { name: 'kv-cache-memory-bytes', group: 'CacheConfig', kind: 'integer', default: null },
  {
    name: 'kv-cache-dtype',
    group: 'CacheConfig',
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'fp8'],
  },
  {
    name: 'enable-chunked-prefill',
    group: 'SchedulerConfig',
    kind: 'switch',
    default: null,
    isNegatable: true,
  },
  { name: 'disable-log-stats', group: 'General', kind: 'switch', default: false },
  { name: 'served-model-name', group: 'ModelConfig', kind: 'list', default: null },
  {
    name: 'device-ids',
    group: 'ParallelConfig',
    kind: 'list',
    default: null,
    separator: ',',
    since: '0.24',
  },
  { name: 'middleware', group: 'Frontend', kind: 'list', default: [], isRepeated: true },
  { name: 'chat-template', group: 'Frontend', kind: 'text', default: null },
  { name: 'speculative-config', group: 'VllmConfig', kind: 'json', default: null, short: '-sc' },
  {
    name: 'optimization-level',
    group: 'VllmConfig',
    kind: 'choice',
    default: '2',
    choices: ['0', '1', '2', '3'],
  },
  {
    name: 'tool-call-parser',
    group: 'Frontend',
    kind: 'choice',
    default: null,
    choices: ['hermes'],
    takesOtherChoices: true,
  },
  {
    name: 'enable-auto-tool-choice',
    group: 'Frontend',
    kind: 'switch',
    default: false,
    isNegatable: true,
  },
  { name: 'swap-space', group: 'Removed', kind: 'number', default: 4, until: '0.17' },
  {
    name: 'api-key',
    group: 'Frontend',
    kind: 'list',
    default: null,
    secretVariable: 'VLLM_API_KEY',
  },
]

export const exampleFlagIndex = indexFlags(flags)
