// Prompts that are read from a file: conversations, question sets, traces, your own.
import { z } from 'zod'
import { isDataset, type DatasetChoice } from './dataset-choice.ts'
import type { FlagRecords } from './flag.ts'
import { positiveInteger } from './value-schemas.ts'

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

export const recordedPromptFlags = {
  sharegptOutputLen: {
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'ShareGPT: tokens to generate, in place of the length of the recorded answer.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: isDataset('sharegpt'),
  },
  specBenchOutputLen: {
    schema: positiveInteger.default(256),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'SpecBench: tokens to generate for each request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: isSpecBench,
  },
  specBenchCategory: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'NAME',
    summary: 'SpecBench: take questions of this category only.',
    label: 'Category',
    place: 'front',
    appliesTo: isSpecBench,
  },
  speedBenchDatasetSubset: {
    schema: z.enum(speedBenchSubsets).default('qualitative'),
    kind: 'choice',
    metavar: 'NAME',
    choices: speedBenchSubsets,
    summary: 'SPEED-Bench: which of the files in the folder to read.',
    label: 'Subset',
    place: 'front',
    appliesTo: isSpeedBench,
    formerNames: ['--speed-bench-config'],
  },
  speedBenchOutputLen: {
    schema: positiveInteger.default(4096),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'SPEED-Bench: tokens to generate for each request.',
    label: 'Output length',
    place: 'front',
    generationOnly: true,
    appliesTo: isSpeedBench,
  },
  speedBenchCategory: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'NAME',
    summary: 'SPEED-Bench: take questions of this category only.',
    label: 'Category',
    place: 'front',
    appliesTo: isSpeedBench,
  },
  speedBenchMaxInputLen: {
    /** Longer prompts are cut to so many tokens. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'SPEED-Bench: cut longer prompts to this many tokens.',
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
    summary: 'Timed trace: fields as in a public trace, or as the labels below say.',
    label: 'Layout of the trace',
    place: 'front',
    appliesTo: isTimedTrace,
  },
  timedTraceChunkHashSize: {
    schema: positiveInteger.default(16),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Timed trace: tokens one block of a prompt stands for.',
    label: 'Block size',
    place: 'front',
    appliesTo: hasLabels,
  },
  timedTraceSecMultiplier: {
    schema: z.number().positive().finite().default(1),
    kind: 'number',
    metavar: 'X',
    summary:
      'Timed trace: seconds per unit of its times; 0.5 replays a public trace twice as fast.',
    label: 'Seconds per time unit',
    place: 'front',
    appliesTo: isTimedTrace,
  },
  timedTraceLabelTimestamp: {
    schema: z.string().min(1).default('timestamp'),
    kind: 'text',
    metavar: 'NAME',
    summary: 'Timed trace: name of the field that holds the time of a request.',
    label: 'Field of the time',
    place: 'more',
    after: 'multiTurnHistory',
    appliesTo: hasLabels,
  },
  timedTraceLabelInputLength: {
    schema: z.string().min(1).default('input_length'),
    kind: 'text',
    metavar: 'NAME',
    summary: 'Timed trace: name of the field that holds the tokens of the prompt.',
    label: 'Field of the input length',
    place: 'more',
    after: 'timedTraceLabelTimestamp',
    appliesTo: hasLabels,
  },
  timedTraceLabelOutputLength: {
    schema: z.string().min(1).default('output_length'),
    kind: 'text',
    metavar: 'NAME',
    summary: 'Timed trace: name of the field that holds the tokens to generate.',
    label: 'Field of the output length',
    place: 'more',
    after: 'timedTraceLabelInputLength',
    generationOnly: true,
    appliesTo: hasLabels,
  },
  timedTraceLabelHashIds: {
    schema: z.string().min(1).default('hash_ids'),
    kind: 'text',
    metavar: 'NAME',
    summary: 'Timed trace: name of the field that holds the blocks of the prompt.',
    label: 'Field of the blocks',
    place: 'more',
    after: 'timedTraceLabelOutputLength',
    appliesTo: hasLabels,
  },
  customOutputLen: {
    schema: z.int().min(-1).default(256),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Custom datasets: tokens to generate; −1 reads them from the output_tokens column.',
    label: 'Output length',
    place: 'front',
    after: 'bfclCategories',
    generationOnly: true,
    appliesTo: isDataset('custom', 'custom_image', 'custom_audio', 'multi_turn'),
  },
} satisfies FlagRecords
