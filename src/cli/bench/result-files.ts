// Files that a finished run may write, named after the result file.
import type { OutputOptions } from '#core/flags/output.ts'

export type ResultFileKind = 'result' | 'pytorch' | 'timeline' | 'dataset-picture'

type ResultFile = Readonly<{
  kind: ResultFileKind
  /** Replaces the extension of the result file; null for the result file itself. */
  ending: string | null
  wanted: (output: OutputOptions) => boolean
}>

export const resultFiles: readonly ResultFile[] = [
  { kind: 'result', ending: null, wanted: savesResult },
  {
    kind: 'pytorch',
    ending: '.pytorch.json',
    wanted: (output) => savesResult(output) && isSet('SAVE_TO_PYTORCH_BENCHMARK_FORMAT'),
  },
  {
    kind: 'timeline',
    ending: '.timeline.html',
    wanted: ({ plotTimeline }) => plotTimeline,
  },
  {
    kind: 'dataset-picture',
    ending: '.dataset_stats.svg',
    wanted: ({ plotDatasetStats }) => plotDatasetStats,
  },
]

function savesResult({ saveResult, appendResult }: OutputOptions): boolean {
  return saveResult || appendResult
}

/** Environment variable of the original client. */
function isSet(variable: string): boolean {
  return (process.env[variable] ?? '') !== ''
}
