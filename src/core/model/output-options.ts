// What becomes of a finished benchmark on the command line: files, the database, a progress bar.
import { z } from 'zod'
import { inGroup, type Flag, type FlagText } from './flags/flag.ts'

export const outputOptionsSchema = z.object({
  saveResult: z.boolean().default(false),
  saveDetailed: z.boolean().default(false),
  appendResult: z.boolean().default(false),
  resultDir: z.string().min(1).nullable().default(null),
  resultFilename: z.string().min(1).nullable().default(null),
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
  { field: 'disableTqdm', kind: 'switch', summary: 'Show no progress.' },
  {
    field: 'saveRun',
    kind: 'switch',
    summary: "Keep the run in Kneepoint's own database, where the window shows it.",
  },
]

export const outputFlags: readonly Flag<OutputOption>[] = inGroup('Output', outputTexts)
