// Writes the requested files of a finished run.
import type { Language } from '#core/messages/languages.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { OutputOptions } from '#core/flags/output.ts'
import type { datasetPlot } from '#core/report/dataset-plot.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { pytorchRecordsJson } from '#core/report/result-file/pytorch-records.ts'
import { resultFileName, resultPieces } from '#core/report/result-file/result-json.ts'
import { timelineData } from '#core/report/timeline-data.ts'
import { timelinePage } from '#core/report/timeline-page.ts'
import { pageScript } from '#node/files/own-file.ts'
import { appendLine, writeWholeFile, type FileContent } from '#node/files/write-file.ts'
import type { ResultFileKind } from './result-files.ts'
import { targetsOf } from './result-target.ts'

type RunOutput = Readonly<{
  run: MeasuredRunWithRecords
  output: OutputOptions
  /** Language of pages and images; result files have none. */
  language: Language
  /** Script of the timeline page; empty without one. */
  script: string
  /** Draws the workload; null if no plot of it is requested. */
  drawDataset: typeof datasetPlot | null
  nameOf: NameOf
}>

/** Name of a run's result file if the command line does not set one. */
export type NameOf = (run: MeasuredRunWithRecords) => string

/** Resolves with a sentence about each file. */
type SaveFiles = (run: MeasuredRunWithRecords) => Promise<readonly Message[]>

/** Null if there is nothing to write. */
type Maker = (made: RunOutput) => FileContent | null

/** Reads the required program files early, because an update may remove them during the run. */
export async function prepareFiles(
  output: OutputOptions,
  language: Language,
  nameOf: NameOf = (run) => resultFileName(run.config, finishedAtEpochMs(run)),
): Promise<SaveFiles> {
  const script = output.plotTimeline ? await pageScript('timeline') : ''
  const drawDataset = output.plotDatasetStats ? await datasetDrawing() : null
  return (run) => saveFiles({ run, output, language, script, drawDataset, nameOf })
}

/** Loaded on demand, because ECharts would delay every start. */
async function datasetDrawing(): Promise<typeof datasetPlot> {
  return (await import('#core/report/dataset-plot.ts')).datasetPlot
}

async function saveFiles(made: RunOutput): Promise<readonly Message[]> {
  const { run, output, nameOf } = made
  const sentences: Message[] = []
  for (const { kind, file, isAppended } of targetsOf(output, nameOf(run))) {
    const content = makers[kind](made)
    if (content === null) continue
    await (isAppended ? appendLine(file, content) : writeWholeFile(file, content))
    sentences.push(message(`cli.savedFile.${kind}`, { file }))
  }
  return sentences
}

const makers: Readonly<Record<ResultFileKind, Maker>> = {
  result: ({ run, output }) =>
    resultPieces(run, { detailed: output.saveDetailed, layout: output.reportLayout }),
  pytorch: pytorchRecordsJson,
  timeline: ({ run, language, output: { timelineItlThresholds }, script }) => {
    const [lower = 0, upper = 0] = timelineItlThresholds
    return timelinePage(timelineData(run, [lower, upper], language), script, language)
  },
  'dataset-picture': ({ run, language, drawDataset }) => drawDataset?.(run, language) ?? null,
}
