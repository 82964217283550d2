// Flags that say what the prompts are and how much is to be generated.
import type { BenchmarkField } from '../benchmark-config.ts'
import { datasetNames } from '../dataset-traits.ts'
import type { FlagText } from './flag.ts'

export const datasetFlags: readonly FlagText<BenchmarkField>[] = [
  {
    field: 'datasetName',
    kind: 'choice',
    choices: datasetNames,
    summary: 'Where prompts come from: made up, recorded, or a file of your own (custom).',
  },
  {
    field: 'datasetPath',
    kind: 'text',
    metavar: 'FILE',
    summary: 'What the dataset is read from; sonnet has a poem of its own without it.',
  },
  {
    field: 'numPrompts',
    kind: 'integer',
    metavar: 'N',
    unit: 'requests',
    summary: 'How many requests to send; 0 with the custom dataset sends every row.',
  },
  {
    field: 'seed',
    kind: 'integer',
    metavar: 'N',
    summary: 'Seed of everything drawn at random: prompts, lengths and arrival times.',
  },
  {
    field: 'inputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prompt length, in place of the one named after the dataset.',
  },
  {
    field: 'outputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Output length, in place of the one named after the dataset.',
  },
  {
    field: 'noOversample',
    kind: 'switch',
    summary: 'Send fewer requests rather than repeat rows of a dataset that is too small.',
  },
  {
    field: 'disableShuffle',
    kind: 'switch',
    summary: 'Take the rows of a dataset in the order of the file.',
  },
  {
    field: 'skipChatTemplate',
    kind: 'switch',
    summary: "Send prompts of the custom dataset as they are, without the model's chat template.",
  },
  {
    field: 'randomInputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens in a prompt, without the prefix.',
  },
  {
    field: 'randomOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens to generate for each request.',
  },
  {
    field: 'randomRangeRatio',
    kind: 'range-ratio',
    metavar: 'R',
    summary:
      'Random dataset: lengths vary evenly from (1 − R) to (1 + R) times the length asked for.',
  },
  {
    field: 'randomPrefixLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Random dataset: tokens every prompt begins with, the same for all.',
  },
  {
    field: 'prefixRepetitionPrefixLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens in each of the shared beginnings.',
  },
  {
    field: 'prefixRepetitionSuffixLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens a prompt has of its own after the shared beginning.',
  },
  {
    field: 'prefixRepetitionNumPrefixes',
    kind: 'integer',
    metavar: 'N',
    summary: 'Prefix repetition: how many different beginnings; each gets equally many prompts.',
  },
  {
    field: 'prefixRepetitionOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Prefix repetition: tokens to generate for each request.',
  },
  {
    field: 'sonnetInputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: most tokens a prompt may have, chat template included.',
  },
  {
    field: 'sonnetOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: tokens to generate for each request.',
  },
  {
    field: 'sonnetPrefixLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Sonnet: tokens at the beginning that all prompts share.',
  },
  {
    field: 'promptTokenIds',
    kind: 'switch',
    summary: 'Send random prompts as token ids, which needs no tokenizer.',
  },
  {
    field: 'sharegptOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'ShareGPT: tokens to generate, in place of the length of the recorded answer.',
  },
  {
    field: 'customOutputLen',
    kind: 'integer',
    metavar: 'N',
    unit: 'tokens',
    summary: 'Custom dataset: tokens to generate; −1 reads them from the output_tokens column.',
  },
]
