// Where the command line writes results, and whether it shows progress.
import { z } from 'zod'
import { flagsOf, schemasOf, type OptionRecords } from './flag.ts'

/** The report of the Python client (of the version that --compat names) or of the Rust client. */
export const reportLayouts = ['vllm', 'vllm-bench'] as const
export type ReportLayout = (typeof reportLayouts)[number]

const outputRecords = {
  saveResult: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: "Write the results to a JSON file in vLLM's format.",
  },
  saveDetailed: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Keep the figures, text and error of every request in the result file.',
  },
  appendResult: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Add the results to the file as one more line instead of replacing it.',
  },
  resultDir: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'DIR',
    summary: 'Folder for the result file; made if it is not there.',
    difference: 'Tried out before the run.',
  },
  resultFilename: {
    schema: z.string().min(1).nullable().default(null),
    kind: 'text',
    metavar: 'NAME',
    summary: 'Name of the result file, in place of one made from label, rate, model and time.',
    difference: 'Tried out before the run; folders in it are made.',
  },
  plotTimeline: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Draw every request over time in an HTML page beside the result file.',
    difference: 'A page of our own design that stands alone; no result need be saved.',
  },
  timelineItlThresholds: {
    /** Gaps between tokens at which the colour changes, ms. */
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
    summary: 'Where gaps between tokens change colour in that page.',
    difference: 'Refused where the second is not above the first.',
  },
  plotDatasetStats: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Draw the lengths of prompts and answers in an SVG picture beside the result file.',
    difference: 'An SVG picture of our own design; no result need be saved.',
  },
  reportLayout: {
    schema: z.enum(reportLayouts).default('vllm'),
    kind: 'choice',
    metavar: 'CLIENT',
    choices: reportLayouts,
    summary:
      "Print the report as vllm bench serve does, or wider, as vLLM's Rust client vllm-bench.",
  },
  disableTqdm: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: 'Show no progress.',
    difference: 'The progress shown is our own, on standard error.',
  },
  saveRun: {
    schema: z.boolean().default(false),
    kind: 'switch',
    summary: "Keep the run in Kneepoint's own database, where the window shows it.",
  },
} satisfies OptionRecords

export const outputOptionsSchema = z.object(schemasOf(outputRecords))

export type OutputOptions = z.infer<typeof outputOptionsSchema>
export type OutputOption = keyof OutputOptions

export const outputFlags = flagsOf('Output', outputRecords)
