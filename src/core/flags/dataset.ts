// What every dataset shares: its name, size, seed and lengths.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { datasetNames, datasetTraits } from '#core/model/benchmark/dataset-traits.ts'
import { hubDatasetOf, type HubChoice } from '#core/model/benchmark/hub-datasets.ts'
import {
  drawsRandomly,
  holdsConversations,
  isDataset,
  type DatasetChoice,
} from './dataset-choice.ts'
import type { FlagRecords } from './flag.ts'
import { jsonObject, nonNegativeInteger, positiveInteger } from './value-schemas.ts'

const hasRows = ({ datasetName }: DatasetChoice): boolean => datasetTraits[datasetName].hasRows
const isHub = isDataset('hf')

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
    summary: 'Source of prompts: generated, recorded, from the Hub (hf), or custom.',
    label: 'Dataset',
    place: 'front',
    defaultsByProfile: { 'vllm-0.9': 'sharegpt', 'vllm-0.7': 'sharegpt', 'vllm-0.5': 'sharegpt' },
    affects: 'load',
  },
  datasetPath: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'PATH',
    summary: 'File or folder of the dataset, or its id on the Hub; sonnet has a built-in poem.',
    difference:
      'Required if the dataset is a file, refused otherwise; sharegpt and sonnet have a default.',
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
    schema: z.int().default(1000),
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'How many requests to send; 0 sends every row (custom datasets and the two benches).',
    difference: 'Below 1 only where that means all rows.',
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
    /** numpy's generator takes 32 bits. */
    schema: nonNegativeInteger.max(0xffffffff).default(0),
    kind: 'integer',
    metavar: 'N',
    summary: 'Seed of everything drawn at random: prompts, lengths and arrival times.',
    label: 'Seed',
    place: 'front',
    after: 'customEnsureClientSideData',
  },
  inputLen: {
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prompt length, in place of the one named after the dataset.',
    label: 'Input length, any dataset',
    place: 'more',
    affects: 'load',
    appliesTo: drawsRandomly,
  },
  outputLen: {
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Output length, in place of the one named after the dataset.',
    difference: 'Refused where it would have no effect.',
    label: 'Output length, any dataset',
    place: 'more',
    generationOnly: true,
    affects: 'load',
    appliesTo: ({ datasetName }: DatasetChoice) => datasetTraits[datasetName].takesOutputLen,
    rules: [
      {
        broken: ({ outputLen, datasetName }: DatasetChoice & { outputLen: number | null }) =>
          outputLen !== null && !datasetTraits[datasetName].takesOutputLen,
        message: message('config.noOutputLength'),
      },
    ],
  },
  maxModelLen: {
    /** Prompt and output tokens together; null keeps every request. */
    schema: positiveInteger.nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Drop requests whose prompt and output together have more tokens than this.',
    difference: 'Refused for conversations; the number of requests left out is printed.',
    label: 'Most tokens in all',
    place: 'more',
    appliesTo: (config: DatasetChoice) => !holdsConversations(config),
    knownTo: 'vllm-rust',
    rules: [
      {
        broken: (config: DatasetChoice & { maxModelLen: number | null }) =>
          config.maxModelLen !== null && holdsConversations(config),
        message: message('config.cutsTurns'),
      },
    ],
  },
  noOversample: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Send fewer requests rather than repeat rows of a dataset that is too small.',
    label: 'Do not repeat rows',
    place: 'more',
    appliesTo: hasRows,
  },
  disableShuffle: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Take the rows of a dataset in the order of the file.',
    label: 'Keep the file’s order',
    place: 'more',
    appliesTo: hasRows,
  },
  skipChatTemplate: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: "Send custom and speed_bench prompts as they are, without the model's chat template.",
    difference: 'Refused for spec_bench, which ignores it.',
    label: 'Skip the chat template',
    place: 'more',
    affects: 'load',
    appliesTo: (config: DatasetChoice & HubChoice) =>
      datasetTraits[config.datasetName].templateIsOptional ||
      (isHub(config) && hubDatasetOf(config)?.templateIsOptional === true),
    formerNames: ['--custom-skip-chat-template'],
    rules: [
      {
        broken: (config: TemplateChoice) =>
          config.skipChatTemplate && config.datasetName === 'spec_bench',
        message: message('config.specBenchTemplate'),
      },
    ],
  },
  chatTemplateKwargs: {
    schema: jsonObject.default({}),
    kind: 'json',
    metavar: 'JSON',
    summary:
      'Variables for the chat template of custom and speed_bench, such as {"enable_thinking": false}.',
    difference: 'Refused where no template would see it; dotted parts are taken too.',
    label: 'Template variables',
    place: 'more',
    affects: 'load',
    appliesTo: takesVariables,
    rules: [
      {
        broken: (config: TemplateChoice & { chatTemplateKwargs: object }) =>
          Object.keys(config.chatTemplateKwargs).length > 0 && !takesVariables(config),
        message: message('config.noTemplate'),
      },
    ],
  },
} satisfies FlagRecords
