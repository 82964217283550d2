// What becomes of a finished benchmark on the command line: files, the database, a progress bar.
import { z } from 'zod'
import { inGroup, type Flag, type FlagText } from '../flags/flag.ts'

/** As the chosen client's version prints it, or as the Rust client does. */
export const reportLayouts = ['vllm', 'vllm-bench'] as const

export type ReportLayout = (typeof reportLayouts)[number]

export const outputOptionsSchema = z.object({
  saveResult: z.boolean().default(false),
  saveDetailed: z.boolean().default(false),
  appendResult: z.boolean().default(false),
  resultDir: z.string().min(1).nullable().default(null),
  resultFilename: z.string().min(1).nullable().default(null),
  plotTimeline: z.boolean().default(false),
  /** Where gaps between tokens change colour, ms. */
  timelineItlThresholds: z
    .array(z.number().min(0))
    .refine(
      ([lower = NaN, upper = NaN, ...more]) => lower < upper && more.length === 0,
      'takes two numbers of ms, the lower first, as in 25,50',
    )
    .default([25, 50]),
  plotDatasetStats: z.boolean().default(false),
  reportLayout: z.enum(reportLayouts).default('vllm'),
  disableTqdm: z.boolean().default(false),
  saveRun: z.boolean().default(false),
})

export type OutputOptions = z.infer<typeof outputOptionsSchema>
export type OutputOption = keyof OutputOptions

const outputTexts: readonly FlagText<OutputOption>[] = [
  {
    field: 'saveResult',
    kind: 'switch',
    summary: "Write the results to a JSON file in vLLM's format.",
  },
  {
    field: 'saveDetailed',
    kind: 'switch',
    summary: 'Keep the figures, text and error of every request in the result file.',
  },
  {
    field: 'appendResult',
    kind: 'switch',
    summary: 'Add the results to the file as one more line instead of replacing it.',
  },
  {
    field: 'resultDir',
    kind: 'text',
    metavar: 'DIR',
    summary: 'Folder for the result file; made if it is not there.',
  },
  {
    field: 'resultFilename',
    kind: 'text',
    metavar: 'NAME',
    summary: 'Name of the result file, in place of one made from label, rate, model and time.',
  },
  {
    field: 'plotTimeline',
    kind: 'switch',
    summary: 'Draw every request over time in an HTML page beside the result file.',
  },
  {
    field: 'timelineItlThresholds',
    kind: 'numbers',
    metavar: 'LOWER,UPPER',
    unit: 'ms',
    summary: 'Where gaps between tokens change colour in that page.',
  },
  {
    field: 'plotDatasetStats',
    kind: 'switch',
    summary: 'Draw the lengths of prompts and answers in an SVG picture beside the result file.',
  },
  {
    field: 'reportLayout',
    kind: 'choice',
    metavar: 'CLIENT',
    choices: reportLayouts,
    summary:
      "Print the report as vllm bench serve does, or wider, as vLLM's Rust client vllm-bench.",
  },
  { field: 'disableTqdm', kind: 'switch', summary: 'Show no progress.' },
  {
    field: 'saveRun',
    kind: 'switch',
    summary: "Keep the run in Kneepoint's own database, where the window shows it.",
  },
]

export const outputFlags: readonly Flag<OutputOption>[] = inGroup('Output', outputTexts)
