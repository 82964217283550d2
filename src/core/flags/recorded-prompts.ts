// Prompts read from a file: conversations, question sets, traces, custom files.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import {
  type DatasetSettings,
  datasetTraits,
  datasetTraitsOf,
  offersMessages,
} from '#core/traits/dataset-traits.ts'
import {
  count,
  type DatasetChoice,
  type FlagRecords,
  isDataset,
  onOff,
  positiveInteger,
  seconds,
  shownLoad,
  optionalCount,
  optionalText,
} from './flag.ts'

/** Exported for tests, which compare it with the dataset's files. */
export const speedBenchSubsets = [
  'qualitative',
  'throughput_1k',
  'throughput_2k',
  'throughput_8k',
  'throughput_16k',
  'throughput_32k',
] as const

export const traceLayoutNames = ['labels', 'mooncake', 'burstgpt', 'azure'] as const

const isSpecBench = isDataset('spec_bench')
const isSpeedBench = isDataset('speed_bench')
const isTimedTrace = isDataset('timed_trace')
const hasLabels = (
  config: DatasetChoice & { timedTraceLayout: (typeof traceLayoutNames)[number] },
): boolean => isTimedTrace(config) && config.timedTraceLayout === 'labels'

type TraceWindow = Readonly<{ timedTraceStart: number; timedTraceEnd: number | null }>

export const recordedPromptFlags = {
  sharegptOutputLen: {
    ...optionalCount,
    unit: 'tokens',
    summary: 'ShareGPT: tokens to generate; overrides the length of the recorded answer.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: isDataset('sharegpt'),
  },
  specBenchOutputLen: {
    ...count,
    schema: positiveInteger.default(256),
    unit: 'tokens',
    summary: 'SpecBench: tokens to generate per request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: isSpecBench,
  },
  specBenchCategory: {
    ...optionalText('NAME'),
    summary: 'SpecBench: use only questions of this category.',
    label: 'Category',
    ...shownLoad,
    appliesTo: isSpecBench,
  },
  speedBenchDatasetSubset: {
    schema: z.enum(speedBenchSubsets).default('qualitative'),
    kind: 'choice',
    metavar: 'NAME',
    choices: speedBenchSubsets,
    summary: 'SPEED-Bench: which file of the folder to read.',
    label: 'Subset',
    ...shownLoad,
    appliesTo: isSpeedBench,
    formerNames: ['--speed-bench-config'],
  },
  speedBenchOutputLen: {
    ...count,
    schema: positiveInteger.default(4096),
    unit: 'tokens',
    summary: 'SPEED-Bench: tokens to generate per request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: isSpeedBench,
  },
  speedBenchCategory: {
    ...optionalText('NAME'),
    summary: 'SPEED-Bench: use only questions of this category.',
    label: 'Category',
    ...shownLoad,
    appliesTo: isSpeedBench,
  },
  speedBenchMaxInputLen: {
    ...optionalCount,
    /** Longer prompts are truncated to this many tokens. */
    unit: 'tokens',
    summary: 'SPEED-Bench: truncate longer prompts to this many tokens.',
    label: 'Input length, at most',
    place: 'front',
    appliesTo: isSpeedBench,
    knownTo: 'vllm-rust',
  },
  timedTraceLayout: {
    schema: z.enum(traceLayoutNames).default('labels'),
    kind: 'choice',
    metavar: 'NAME',
    choices: traceLayoutNames,
    summary: 'Timed trace: field names of a public trace, or those given by the labels below.',
    label: 'Layout of the trace',
    place: 'front',
    appliesTo: isTimedTrace,
  },
  timedTraceChunkHashSize: {
    ...count,
    schema: positiveInteger.default(16),
    unit: 'tokens',
    summary: 'Timed trace: tokens per block of a prompt.',
    label: 'Block size',
    place: 'front',
    appliesTo: hasLabels,
  },
  timedTraceSecMultiplier: {
    schema: z.number().positive().finite().default(1),
    kind: 'number',
    metavar: 'X',
    summary: 'Timed trace: seconds per time unit; 0.5 replays a public trace twice as fast.',
    label: 'Seconds per time unit',
    ...shownLoad,
    appliesTo: isTimedTrace,
  },
  timedTraceStart: {
    ...seconds,
    schema: z.number().min(0).finite().default(0),
    summary: 'Timed trace: begin this long after the first entry, in seconds of the replay.',
    label: 'Start in the trace',
    place: 'front',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: isTimedTrace,
  },
  timedTraceEnd: {
    ...seconds,
    /** Null: the end of the file. */
    schema: z.number().positive().finite().nullable().default(null),
    summary: 'Timed trace: end this long after the first entry, in seconds of the replay.',
    label: 'End in the trace',
    place: 'front',
    knownTo: 'kneepoint',
    affects: 'load',
    appliesTo: isTimedTrace,
    rules: {
      broken: ({ timedTraceStart, timedTraceEnd }: TraceWindow) =>
        timedTraceEnd !== null && timedTraceEnd <= timedTraceStart,
      message: message('config.emptyTraceWindow'),
    },
  },
  timedTraceLabelTimestamp: {
    schema: z.string().min(1).default('timestamp'),
    metavar: 'NAME',
    summary: 'Timed trace: name of the field with the arrival time.',
    label: 'Field of the time',
    after: 'multiTurnHistory',
    appliesTo: hasLabels,
  },
  timedTraceLabelInputLength: {
    schema: z.string().min(1).default('input_length'),
    metavar: 'NAME',
    summary: 'Timed trace: name of the field with the prompt length.',
    label: 'Field of the input length',
    after: 'timedTraceLabelTimestamp',
    appliesTo: hasLabels,
  },
  timedTraceLabelOutputLength: {
    schema: z.string().min(1).default('output_length'),
    metavar: 'NAME',
    summary: 'Timed trace: name of the field with the output length.',
    label: 'Field of the output length',
    after: 'timedTraceLabelInputLength',
    generationOnly: true,
    appliesTo: hasLabels,
  },
  timedTraceLabelHashIds: {
    schema: z.string().min(1).default('hash_ids'),
    metavar: 'NAME',
    summary: 'Timed trace: name of the field with the blocks of the prompt.',
    label: 'Field of the blocks',
    after: 'timedTraceLabelOutputLength',
    appliesTo: hasLabels,
  },
  customOutputLen: {
    ...count,
    schema: z.int().min(-1).default(256),
    unit: 'tokens',
    summary: 'Custom datasets: tokens to generate; −1 reads them from the output_tokens column.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: ({ datasetName }: DatasetChoice) =>
      datasetTraits[datasetName].lengths === 'customOutputLen' ||
      ['multi_turn', 'agent_trace'].includes(datasetName),
  },
  hfOutputLen: {
    ...optionalCount,
    unit: 'tokens',
    summary: 'Hub: tokens to generate; overrides the default of the dataset.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    affects: 'load',
    appliesTo: (config: DatasetSettings) => datasetTraitsOf(config).takesHfOutputLen,
  },
  enableMultimodalChat: {
    ...onOff,
    summary: 'Let the dataset build complete chat messages, including media.',
    label: 'Whole chat messages',
    affects: 'load',
    appliesTo: offersMessages,
    rules: {
      broken: (config: DatasetSettings) => config.enableMultimodalChat && !offersMessages(config),
      message: message('config.noMedia'),
    },
  },
} satisfies FlagRecords
