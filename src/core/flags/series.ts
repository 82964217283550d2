// Flags of vLLM's Rust client for modes other than one run: repeats, several loads, a dry run, a comparison of files.
import { z } from 'zod'
import { type Message, message, schemaText } from '#core/messages/message.ts'
import {
  count,
  flagsOf,
  type OptionRecords,
  positiveInteger,
  positiveOrInfinite,
  schemasOf,
  switchFlag,
  textsFlag,
  optionalCount,
} from './flag.ts'

const seriesRecords = {
  dryRun: {
    ...switchFlag('Make the prompts and print their lengths; send nothing.'),
    difference: 'Of a sweep, the prompts of each load without the empty table.',
  },
  numRuns: {
    ...count,
    schema: positiveInteger.max(1000).default(1),
    unit: 'runs',
    summary:
      'Repeat the run with the same prompts; print mean, standard deviation, minimum and maximum.',
    difference: 'Saves each result with its number in the name; cannot be combined with a sweep.',
  },
  sweepMaxConcurrency: {
    schema: z.array(positiveInteger).min(1).nullable().default(null),
    kind: 'numbers',
    areWhole: true,
    metavar: 'LIST',
    unit: 'requests',
    summary: 'Run once at each of these concurrency limits, and print a table.',
    difference: 'Cannot be combined with --sweep-request-rate, nor list a value twice.',
  },
  sweepNumPromptsFactor: {
    ...optionalCount,
    summary: 'Requests per unit of the concurrency limit in each run of that sweep.',
  },
  sweepRequestRate: {
    schema: z.array(positiveOrInfinite).min(1).nullable().default(null),
    kind: 'numbers',
    metavar: 'LIST',
    unit: 'req/s',
    summary: 'Run once at each of these request rates (inf is allowed), and print a table.',
    difference: 'Cannot be combined with --sweep-max-concurrency, nor list a value twice.',
  },
  sweepSummaryPercentiles: {
    schema: z.array(z.number().min(0).max(100)).default([]),
    kind: 'numbers',
    metavar: 'LIST',
    summary: 'Percentiles of TTFT and TPOT in that table, in addition to 50 and 90.',
  },
  resetPrefixCache: {
    ...switchFlag(
      'Reset the prefix cache of the server before each run; fails if the server cannot.',
    ),
    difference: 'Applies before every run, also for a single run and for --num-runs.',
  },
  compare: {
    ...textsFlag(
      'FILE',
      'Compare two result files figure by figure, the base first; nothing is sent.',
    ),
    difference:
      'Adds our own comparison: a sentence above the table, figures with intervals and verdicts below it.',
  },
} satisfies OptionRecords

const optionsSchema = z.object(schemasOf(seriesRecords))

export const seriesFlags = flagsOf('Series', seriesRecords)

export type SeriesOptions = z.infer<typeof optionsSchema>
export type SeriesOption = keyof SeriesOptions

type SeriesRule = Readonly<{
  field: SeriesOption
  broken: (options: SeriesOptions) => boolean
  message: Message
}>

const rules: readonly SeriesRule[] = [
  {
    field: 'compare',
    broken: ({ compare }) => compare !== null && compare.length !== 2,
    message: message('config.comparedFiles'),
  },
  {
    field: 'sweepRequestRate',
    broken: (options) => options.sweepMaxConcurrency !== null && options.sweepRequestRate !== null,
    message: message('config.sweepOfBoth'),
  },
  {
    field: 'numRuns',
    broken: (options) => options.numRuns > 1 && isSweep(options),
    message: message('config.repeatedSweep'),
  },
  {
    field: 'sweepNumPromptsFactor',
    broken: ({ sweepNumPromptsFactor, sweepMaxConcurrency }) =>
      sweepNumPromptsFactor !== null && sweepMaxConcurrency === null,
    message: message('config.promptsOfSweep'),
  },
  {
    field: 'sweepSummaryPercentiles',
    broken: (options) => options.sweepSummaryPercentiles.length > 0 && !isSweep(options),
    message: message('config.columnsOfSweep'),
  },
  {
    field: 'sweepMaxConcurrency',
    broken: ({ sweepMaxConcurrency }) => hasTwins(sweepMaxConcurrency),
    message: message('config.duplicateValue'),
  },
  {
    field: 'sweepRequestRate',
    broken: ({ sweepRequestRate }) => hasTwins(sweepRequestRate),
    message: message('config.duplicateValue'),
  },
]

export const seriesOptionsSchema = optionsSchema.superRefine((options, context) => {
  for (const { field, broken, message } of rules) {
    if (broken(options))
      context.addIssue({ code: 'custom', path: [field], message: schemaText(message) })
  }
})

function isSweep(
  options: Pick<SeriesOptions, 'sweepMaxConcurrency' | 'sweepRequestRate'>,
): boolean {
  return options.sweepMaxConcurrency !== null || options.sweepRequestRate !== null
}

/** True for repeats and for any sweep, even with a single load. */
export function isSeries(options: SeriesOptions): boolean {
  return isSweep(options) || options.numRuns > 1
}

function hasTwins(values: readonly unknown[] | null): boolean {
  return values !== null && new Set(values).size < values.length
}
