// Flags for result files and the progress display of the command line.
import { z } from 'zod'
import * as features from './features.ts'
import {
  flagsOf,
  type ObserverFlags,
  type OptionRecords,
  schemasOf,
  switchFlag,
  textFlag,
} from './flag.ts'

/** Report of the Python client (in the version of --compat) or of the Rust client. */
const reportLayouts = ['vllm', 'vllm-bench'] as const
export type ReportLayout = (typeof reportLayouts)[number]

const observers = Object.values<object>(features).filter(
  (each): each is ObserverFlags => 'ofRuns' in each,
)

/** Flags of features that observe runs. Only these features read the values. */
export const observerFlags = Object.assign({}, ...observers.map(({ ofRuns }) => ofRuns)) as object
export const webObserverFlags = Object.assign(
  {},
  ...observers.map(({ ofWindow }) => ofWindow),
  observerFlags,
) as object

const outputRecords = {
  saveResult: switchFlag("Write the results to a JSON file in vLLM's format."),
  saveDetailed: switchFlag(
    'Include the figures, text and error of every request in the result file.',
  ),
  appendResult: switchFlag('Append the results to the file as a line instead of replacing it.'),
  resultDir: {
    ...textFlag('DIR', 'Folder for the result file; created if missing.'),
    difference: 'Checked before the run.',
  },
  resultFilename: {
    ...textFlag(
      'NAME',
      'Name of the result file; by default derived from label, rate, model and time.',
    ),
    difference: 'Checked before the run; missing folders are created.',
  },
  plotTimeline: {
    ...switchFlag('Draw every request over time in an HTML page beside the result file.'),
    difference: 'A self-contained page of our own design; works without a saved result.',
  },
  timelineItlThresholds: {
    /** Gaps between tokens at which the colour changes, in ms. */
    schema: z
      .array(z.number().min(0))
      .refine(
        ([lower = NaN, upper = NaN, ...more]) => lower < upper && more.length === 0,
        'takes two numbers of ms, the lower first, as in 25,50',
      )
      .default([25, 50]),
    kind: 'numbers',
    metavar: 'LOWER,UPPER',
    unit: 'ms',
    summary: 'ITL thresholds at which the timeline changes colour.',
    difference: 'Rejected unless the second is above the first.',
  },
  plotDatasetStats: {
    ...switchFlag(
      'Draw the lengths of prompts and outputs in an SVG image beside the result file.',
    ),
    difference: 'An SVG image of our own design; works without a saved result.',
  },
  reportLayout: {
    schema: z.enum(reportLayouts).default('vllm'),
    kind: 'choice',
    metavar: 'CLIENT',
    choices: reportLayouts,
    summary:
      "Print the report like vllm bench serve, or wider, like vLLM's Rust client vllm-bench.",
  },
  disableTqdm: {
    ...switchFlag('Do not show progress.'),
    difference: 'The progress shown is our own, on standard error.',
  },
  ...observerFlags,
  omni: switchFlag(
    'Taken from commands of vLLM-Omni and without effect: its backends are there without it.',
  ),
  saveRun: switchFlag("Store the run in Kneepoint's database, where the window shows it."),
} satisfies OptionRecords

export const outputOptionsSchema = z.object(schemasOf(outputRecords))

export type OutputOptions = z.infer<typeof outputOptionsSchema>
export type OutputOption = keyof OutputOptions

export const outputFlags = flagsOf('Output', outputRecords)
