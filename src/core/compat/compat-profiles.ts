// Compatibility profiles, newest first: each copies the one above it except for later changes.
import { ownFileKeys, ownReportRows } from '#core/metrics/scalar-names.ts'
import type { CompatProfileName } from './compat-profile-names.ts'
import type {
  ConsoleProfile,
  CompatProfile,
  RequestProfile,
  ResultProfile,
  WorkloadProfile,
} from './compat-profile.ts'
import {
  countingOf027,
  countingOf030,
  countingOf033,
  countingOf2024,
  countingOfAutumn2025,
  countingOfSpring2025,
} from './counting.ts'
import { rowsOf2024, rowsOf2026, rowsOfAutumn2025, rowsOfSpring2025 } from './report-rows.ts'
import {
  arraysOf2025,
  arraysOf2026,
  keysOf2024,
  keysOf2026,
  keysOfAutumn2025,
  keysOfSpring2025,
  type ResultKey,
} from './result-keys.ts'

/** Our own profile: formats of the newest release, and metrics that match their definitions. */
const kneepoint: CompatProfile = {
  command: ['vllm', 'bench', 'serve'],
  workload: {
    tidiesBytePairs: false,
    randomPrompts: 'fitted-ordinary',
    rangeRatio: 'both-sides',
    checksFixedLength: false,
    prefixRepetition: 'fitted',
    sonnet: 'some-within-limit',
    customOrderIsFixed: false,
    repeats: 'choice',
    schedule: 'planned',
    requestIds: true,
    ignoresEos: true,
    alignsPrompts: true,
  },
  requests: {
    completions: [
      'model',
      'prompt',
      'repetition_penalty',
      'max_tokens',
      'logprobs',
      'stream',
      'stream_options',
    ],
    chat: ['model', 'messages', 'max_completion_tokens', 'stream', 'stream_options'],
    chatContent: 'parts',
  },
  counting: {},
  console: {
    testsFirst: false,
    saysItWaits: true,
    testDone: 'Initial test run completed.',
    saysItStarts: true,
    saysAllTraffic: true,
  },
  timesWholeAnswers: false,
  reportRows: [...rowsOf2026, ...ownReportRows('generation')],
  result: {
    keys: [
      ...keysOf2026,
      ...ownFileKeys('generation'),
      '[finished at]',
      '[max model len]',
      '[steady state]',
      '[conversations]',
      '[targets]',
      '[target indices]',
      '[stages]',
    ],
    detailedKeys: [...arraysOf2026, '[target indices]'],
    cutsMetadata: false,
    tellsCompilation: true,
    namesConcurrency: true,
  },
}

const vllm033: CompatProfile = {
  ...kneepoint,
  counting: countingOf033,
  timesWholeAnswers: true,
  reportRows: rowsOf2026,
  result: { ...kneepoint.result, keys: keysOf2026, detailedKeys: arraysOf2026 },
}

/** Groups of arrays that this release omits. */
const ownArrays: readonly string[] = ['[server times]', '[retries]', '[cancels]']

const vllm030: CompatProfile = {
  ...vllm033,
  counting: countingOf030,
  result: {
    ...vllm033.result,
    keys: keysOf2026.filter((key) => !ownArrays.includes(key)),
    detailedKeys: arraysOf2026.filter((key) => !ownArrays.includes(key)),
  },
}

const keysSince030: readonly ResultKey[] = ['latencies', 'queue_times']

const vllm027: CompatProfile = {
  ...vllm030,
  counting: countingOf027,
  result: {
    ...vllm030.result,
    keys: vllm030.result.keys.filter((key) => !keysSince030.includes(key)),
  },
}

/** Greedy unless set otherwise. */
const requestsOf2025: RequestProfile = {
  ...kneepoint.requests,
  completions: [
    'model',
    'prompt',
    'temperature',
    'repetition_penalty',
    'max_tokens',
    'logprobs',
    'stream',
    'stream_options',
  ],
  chat: ['model', 'messages', 'temperature', 'max_completion_tokens', 'stream', 'stream_options'],
}

const consoleOf2025: ConsoleProfile = {
  ...vllm027.console,
  testDone: 'Initial test run completed. Starting main benchmark run...',
  saysItStarts: false,
}

const october2025: CompatProfile = {
  ...vllm027,
  workload: {
    ...vllm027.workload,
    tidiesBytePairs: true,
    randomPrompts: 'fitted',
    sonnet: 'any-within-limit',
    customOrderIsFixed: true,
    ignoresEos: false,
    alignsPrompts: false,
  },
  requests: requestsOf2025,
  counting: countingOfAutumn2025,
  console: consoleOf2025,
  reportRows: rowsOfAutumn2025,
  result: { ...vllm027.result, keys: keysOfAutumn2025, detailedKeys: arraysOf2025 },
}

const vllm011: CompatProfile = {
  ...october2025,
  workload: {
    ...october2025.workload,
    randomPrompts: 'cut-to-total',
    prefixRepetition: 'pieced',
    repeats: 'choices',
  },
}

const vllm09: CompatProfile = {
  ...vllm011,
  command: ['python3', 'benchmark_serving.py'],
  workload: {
    ...vllm011.workload,
    randomPrompts: 'cut-to-input',
    schedule: 'slept',
    requestIds: false,
  },
  counting: countingOfSpring2025,
  console: { ...consoleOf2025, testsFirst: true, saysItWaits: false },
  reportRows: rowsOfSpring2025,
  result: {
    ...vllm011.result,
    keys: keysOfSpring2025,
    cutsMetadata: true,
    tellsCompilation: false,
  },
}

const workloadOfWinter2025: WorkloadProfile = {
  ...vllm09.workload,
  randomPrompts: 'as-decoded',
  rangeRatio: 'lower-end',
  sonnet: 'any',
  repeats: 'none',
}

const resultOfWinter2025: ResultProfile = {
  ...vllm09.result,
  keys: keysOfSpring2025.flatMap((key) => (key === 'num_prompts' ? ['best_of', key] : [key])),
  detailedKeys: [],
}

const vllm07: CompatProfile = {
  ...vllm09,
  workload: workloadOfWinter2025,
  requests: {
    ...requestsOf2025,
    completions: requestsOf2025.completions.flatMap((field) =>
      field === 'repetition_penalty' ? ['best_of', field] : [field],
    ),
  },
  result: resultOfWinter2025,
}

const vllm05: CompatProfile = {
  ...vllm07,
  workload: { ...vllm07.workload, checksFixedLength: true, sonnet: 'distinct' },
  requests: {
    completions: ['model', 'prompt', 'temperature', 'best_of', 'max_tokens', 'stream'],
    chat: ['model', 'messages', 'temperature', 'max_tokens', 'stream'],
    chatContent: 'text',
  },
  counting: countingOf2024,
  console: { ...vllm07.console, saysAllTraffic: false },
  reportRows: rowsOf2024,
  result: { ...vllm07.result, keys: keysOf2024, namesConcurrency: false },
}

export const compatProfiles: Readonly<Record<CompatProfileName, CompatProfile>> = {
  kneepoint,
  'vllm-0.33': vllm033,
  'vllm-0.30': vllm030,
  'vllm-0.27': vllm027,
  '2025-10': october2025,
  'vllm-0.11': vllm011,
  'vllm-0.9': vllm09,
  'vllm-0.7': vllm07,
  'vllm-0.5': vllm05,
}
