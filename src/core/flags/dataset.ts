// Flags common to all datasets: name, size, seed and lengths.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import {
  datasetNames,
  type DatasetSettings,
  datasetTraits,
  datasetTraitsOf,
} from '#core/traits/dataset-traits.ts'
import {
  count,
  type DatasetChoice,
  drawsRandomly,
  type FlagRecords,
  holdsConversations,
  jsonObject,
  nonNegativeInteger,
  onOff,
  optionalCount,
  optionalText,
} from './flag.ts'

const hasRows = ({ datasetName }: DatasetChoice): boolean => datasetTraits[datasetName].hasRows

type PathChoice = DatasetChoice & Readonly<{ datasetPath: string | null }>
type TemplateChoice = DatasetChoice & Readonly<{ skipChatTemplate: boolean }>

const takesVariables = ({ datasetName, skipChatTemplate }: TemplateChoice): boolean =>
  datasetTraits[datasetName].takesTemplateVariables && !skipChatTemplate

export const datasetFlags = {
  datasetName: {
    schema: z.enum(datasetNames).default('random'),
    kind: 'choice',
    metavar: 'NAME',
    choices: datasetNames,
    respell: (word) => (word === 'speed-bench' ? 'speed_bench' : word),
    summary: 'Source of the prompts: generated, recorded, from the Hub (hf), or custom.',
    label: 'Dataset',
    place: 'front',
    defaultsByProfile: { 'vllm-0.9': 'sharegpt', 'vllm-0.7': 'sharegpt', 'vllm-0.5': 'sharegpt' },
    affects: 'load',
  },
  datasetPath: {
    ...optionalText('PATH'),
    summary: 'File or folder of the dataset, or its id on the Hub; sonnet has a built-in text.',
    difference:
      'Required if the dataset is a file, rejected otherwise; sharegpt and sonnet have a default.',
    label: 'Dataset path',
    place: 'front',
    affects: 'load',
    appliesTo: ({ datasetName }: DatasetChoice) => datasetTraits[datasetName].path !== 'none',
    formerNames: ['--dataset'],
    rules: [
      {
        broken: ({ datasetPath, datasetName }: PathChoice) =>
          datasetTraits[datasetName].path === 'none' && datasetPath !== null,
        message: message('config.ownPrompts'),
      },
      {
        broken: ({ datasetPath, datasetName }: PathChoice) =>
          datasetTraits[datasetName].path === 'required' && datasetPath === null,
        message: message('config.pathMissing'),
      },
    ],
  },
  numPrompts: {
    ...count,
    schema: z.int().default(1000),
    unit: 'requests',
    summary: 'Requests to send; 0 sends every row (custom, spec_bench and speed_bench datasets).',
    difference: 'Values below 1 are accepted only if they mean all rows.',
    label: 'Requests',
    place: 'front',
    affects: 'length',
    rules: [
      {
        broken: ({ numPrompts, datasetName }: DatasetChoice & { numPrompts: number }) =>
          numPrompts < 1 && !datasetTraits[datasetName].takesAllRows,
        message: message('config.zeroPrompts'),
      },
      {
        broken: ({ noReranker, numPrompts }: { noReranker: boolean; numPrompts: number }) =>
          noReranker && numPrompts < 2,
        message: message('config.rerankBatch'),
      },
    ],
  },
  seed: {
    ...count,
    /** Limit of numpy's generator: 32 bits. */
    schema: nonNegativeInteger.max(0xffffffff).default(0),
    summary: 'Seed for everything random: prompts, lengths and arrival times.',
    label: 'Seed',
    place: 'front',
    isNamed: true,
    after: 'enableMultimodalChat',
  },
  inputLen: {
    ...optionalCount,
    unit: 'tokens',
    summary: 'Prompt length for any dataset; overrides the flag of the dataset.',
    label: 'Input length, any dataset',
    affects: 'load',
    appliesTo: drawsRandomly,
  },
  outputLen: {
    ...optionalCount,
    unit: 'tokens',
    summary: 'Output length for any dataset; overrides the flag of the dataset.',
    difference: 'Rejected if it would have no effect.',
    label: 'Output length, any dataset',
    generationOnly: true,
    affects: 'load',
    appliesTo: ({ datasetName }: DatasetChoice) => datasetTraits[datasetName].takesOutputLen,
    rules: {
      broken: ({ outputLen, datasetName }: DatasetChoice & { outputLen: number | null }) =>
        outputLen !== null && !datasetTraits[datasetName].takesOutputLen,
      message: message('config.noOutputLength'),
    },
  },
  maxModelLen: {
    ...optionalCount,
    /** Prompt and output tokens together; null keeps every request. */
    unit: 'tokens',
    summary: 'Drop requests whose prompt and output exceed this many tokens in total.',
    difference: 'Rejected for conversations; prints how many requests were dropped.',
    label: 'Max total tokens',
    appliesTo: (config: DatasetChoice) => !holdsConversations(config),
    knownTo: 'vllm-rust',
    rules: {
      broken: (config: DatasetChoice & { maxModelLen: number | null }) =>
        config.maxModelLen !== null && holdsConversations(config),
      message: message('config.cutsTurns'),
    },
  },
  noOversample: {
    ...onOff,
    summary: 'Send fewer requests instead of repeating rows if the dataset is too small.',
    label: 'Do not repeat rows',
    appliesTo: hasRows,
  },
  disableShuffle: {
    ...onOff,
    summary: 'Keep the rows of the dataset in file order.',
    label: 'Keep the file’s order',
    appliesTo: hasRows,
  },
  skipChatTemplate: {
    ...onOff,
    summary: "Send custom and speed_bench prompts without the model's chat template.",
    difference: 'Rejected for spec_bench, which ignores it.',
    label: 'Skip the chat template',
    affects: 'load',
    appliesTo: (config: DatasetSettings) => datasetTraitsOf(config).templateIsOptional,
    formerNames: ['--custom-skip-chat-template'],
    rules: {
      broken: (config: TemplateChoice) =>
        config.skipChatTemplate && config.datasetName === 'spec_bench',
      message: message('config.specBenchTemplate'),
    },
  },
  chatTemplateKwargs: {
    schema: jsonObject.default({}),
    kind: 'json',
    metavar: 'JSON',
    summary:
      'Chat template variables for custom and speed_bench, such as {"enable_thinking": false}.',
    difference: 'Rejected if no template uses it; dotted parts are accepted too.',
    label: 'Template variables',
    affects: 'load',
    appliesTo: takesVariables,
    rules: {
      broken: (config: TemplateChoice & { chatTemplateKwargs: object }) =>
        Object.keys(config.chatTemplateKwargs).length > 0 && !takesVariables(config),
      message: message('config.noTemplate'),
    },
  },
} satisfies FlagRecords
