// Stages of a pipeline, one row per metric: for the run page and saved reports.
import { message, type Text } from '#core/messages/message.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { stageFigures, type StageMetricName } from './stage-summary.ts'
import { pythonFixed2 } from '#core/base/python-number.ts'
import type { Table } from '#core/documents/table.ts'

type StageFigureText = Readonly<{
  title: string
  label: string
  /** Latency that `--percentile-metrics` must include if it is given; if absent, the row is always printed. */
  asked?: string
}>

export const stageFigureTexts: Readonly<Record<StageMetricName, StageFigureText>> = {
  video_generation: { title: 'Video Generation', label: 'VIDEO_GENERATION' },
  image_generation: { title: 'Image Generation', label: 'IMAGE_GENERATION' },
  stage_gen_time: { title: 'Stage Timing', label: 'stage_gen_time' },
  postprocess: { title: 'Stage Postprocess', label: 'postprocess' },
  serving_ttft: { title: 'Serving Time to First Token', label: 'Serving TTFT', asked: 'ttft' },
  ttft: { title: 'Time to First Token', label: 'TTFT', asked: 'ttft' },
  tpot: { title: 'Time per Output Token (excl. 1st token)', label: 'TPOT', asked: 'tpot' },
  itl: { title: 'Inter-token Latency', label: 'ITL', asked: 'itl' },
  serving_audio_ttfp: {
    title: 'Serving Time to First Packet',
    label: 'Serving AUDIO_TTFP',
    asked: 'audio_ttfp',
  },
  audio_duration: { title: 'Audio Duration', label: 'AUDIO_DURATION', asked: 'audio_duration' },
  serving_ttfc: { title: 'Serving Time to First Chunk', label: 'Serving TTFC' },
  // The original's own label.
  tpoc: { title: 'Time per Output Chunk (excl. 1st chunk)', label: 'TPOP' },
  icl: { title: 'Inter-chunk Latency', label: 'ICL' },
}

/** Audio lengths are in seconds. */
export function stageForm(name: StageMetricName): Readonly<{ suffix: string; perMs: number }> {
  return name === 'audio_duration' ? { suffix: '_s', perMs: 1 / 1000 } : { suffix: '_ms', perMs: 1 }
}

/** Columns: stage, metric with its unit, requests, values, mean, median and percentiles. */
export function stageTable({ stages }: Pick<RunSummary, 'stages'>): Table {
  const figures = (stages ?? []).flatMap((stage) =>
    stageFigures.flatMap((name) => {
      const stats = stage.figures[name]
      return stats === undefined ? [] : [{ stage, name, stats }]
    }),
  )
  const percentiles = figures[0]?.stats.percentiles.map(({ percentile }) => percentile) ?? []
  const heads: readonly Text[] = [
    message('tables.requests'),
    message('report.mean'),
    'p50',
    ...percentiles.map((percentile) => `p${percentile}`),
  ]
  return {
    title: message('stages.title'),
    columns: [
      { head: [message('report.stage')], align: 'left' },
      { head: [message('tables.figure')], align: 'left' },
      ...heads.map((head) => ({ head: [head] })),
    ],
    rows: figures.map(({ stage, name, stats }) => {
      const { suffix, perMs } = stageForm(name)
      return [
        `${stage.id} ${stage.name}`,
        `${stageFigureTexts[name].label} (${suffix.slice(1)})`,
        String(stage.requests),
        ...[stats.mean, stats.median, ...stats.percentiles.map(({ value }) => value)].map((value) =>
          pythonFixed2(value * perMs),
        ),
      ]
    }),
  }
}
