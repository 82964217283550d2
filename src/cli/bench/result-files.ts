// The files a finished run may leave, all named after the result file, and what stands in each.
import type { OutputOptions } from '#core/model/output-options.ts'
import type { MeasuredRunWithRecords } from '#core/report/measured-run.ts'
import { datasetPicture } from '#core/report/plots/dataset-picture.ts'
import { pytorchRecordsJson } from '#core/report/pytorch-records.ts'
import { resultJson } from '#core/report/result-json.ts'
import { timelineData } from '#core/report/timeline/timeline-data.ts'
import { timelinePage } from '#core/report/timeline/timeline-page.ts'
import { pageScript } from '#node/files/page-script.ts'

type Made = Readonly<{ run: MeasuredRunWithRecords; output: OutputOptions }>

export type ResultFile = Readonly<{
  /** Begins the sentence that ends with its path. */
  told: string
  /** In place of the ending of the result file; null is the result file itself. */
  ending: string | null
  wanted: (output: OutputOptions) => boolean
  /** Null where there is nothing to write. */
  text: (made: Made) => string | null | Promise<string>
}>

export const resultFiles: readonly ResultFile[] = [
  {
    told: 'Results are in',
    ending: null,
    wanted: savesResult,
    text: ({ run, output }) => resultJson(run, { detailed: output.saveDetailed }),
  },
  {
    told: 'Records for PyTorch are in',
    ending: '.pytorch.json',
    wanted: (output) => savesResult(output) && isSet('SAVE_TO_PYTORCH_BENCHMARK_FORMAT'),
    text: pytorchRecordsJson,
  },
  {
    told: 'The timeline is in',
    ending: '.timeline.html',
    wanted: ({ plotTimeline }) => plotTimeline,
    text: async ({ run, output: { timelineItlThresholds } }) => {
      const [lower = 0, upper = 0] = timelineItlThresholds
      return timelinePage(timelineData(run, [lower, upper]), await pageScript('timeline'))
    },
  },
  {
    told: 'The picture of the workload is in',
    ending: '.dataset_stats.svg',
    wanted: ({ plotDatasetStats }) => plotDatasetStats,
    text: ({ run }) => datasetPicture(run),
  },
]

function savesResult({ saveResult, appendResult }: OutputOptions): boolean {
  return saveResult || appendResult
}

/** The variable of the original. */
function isSet(variable: string): boolean {
  return (process.env[variable] ?? '') !== ''
}
