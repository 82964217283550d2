// Stages of a vLLM-Omni pipeline: sections of the printed report with its client's labels, and members of the result file.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { message } from '#core/messages/message.ts'
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { StageMetrics, StageReport } from './stage-metrics.ts'
import {
  type StageDuration,
  type StageMetricName,
  stageFigures,
  type StageSummary,
} from './stage-summary.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { floatOrNull } from '#core/report/result-file/request-arrays.ts'
import { float, type PythonEntry, type PythonValue } from '#core/report/result-file/python-json.ts'
import { stageFigureTexts, stageForm, stageTable } from './stage-table.ts'
import { amount, banner, count, row } from '#core/report/console/report-layout.ts'
import type { PrintedRun, RunPart } from '#core/report/console/run-part.ts'
import { percentileText, statisticRows } from '#core/report/console/reported-metrics.ts'

/** Empty without `--print-stage`, or if no response reported a stage. */
function stageSections({ config, summary: { stages } }: PrintedRun): readonly string[] {
  if (!stages?.length) return []
  return [
    '',
    banner(' Stage Benchmark Result ', '='),
    ...stages.flatMap((stage) => stageSection(stage, config)),
  ]
}

function stageSection(stage: StageSummary, config: BenchmarkConfig): readonly string[] {
  const names = stageFigures.filter((name) => isAsked(name, config))
  const section = (name: StageMetricName) => figureSection(name, stage.figures[name])
  const ofWhole: readonly StageMetricName[] = ['stage_gen_time', 'postprocess']
  return [
    banner(` Stage ${stage.id} (${stage.name}) `, '='),
    ...names.filter((name) => ofWhole.includes(name)).flatMap(section),
    ...amountRows(stage),
    ...names.filter((name) => !ofWhole.includes(name)).flatMap(section),
    ...skippedRow(stage, config),
  ]
}

function isAsked(name: StageMetricName, { percentileMetrics: names }: BenchmarkConfig): boolean {
  const { asked } = stageFigureTexts[name]
  return asked === undefined || (names?.some((name) => name === asked) ?? true)
}

function amountRows(stage: StageSummary): readonly string[] {
  switch (stage.kind) {
    case 'text':
      return [banner(' Text Result ', '='), count('Stage generated tokens:', stage.outputTokens)]
    case 'audio':
      return [
        banner(' Audio Result ', '='),
        amount('Stage audio duration generated(s):', stage.audioS),
        count('Stage audio frames generated:', stage.audioFrames),
      ]
    case 'image':
      return [banner(' Image Result ', '='), count('Total images generated:', imagesOf(stage))]
    case 'video':
      return [banner(' Video Result ', '=')]
    case 'stream':
      return [banner(' Internal Stream Result ', '=')]
    case 'other':
      return []
  }
}

/** Audio of unreported length. */
function skippedRow({ kind, figures }: StageSummary, config: BenchmarkConfig): readonly string[] {
  const isMissing = kind === 'audio' && figures.audio_duration === undefined
  return isMissing && isAsked('audio_duration', config)
    ? [row('AUDIO_DURATION skipped:', 'missing stage-local audio duration/sample rate')]
    : []
}

function imagesOf({ outputUnitType, outputUnits }: StageSummary): number {
  return outputUnitType === 'image' ? outputUnits : 0
}

function figureSection(name: StageMetricName, stats: MetricStats | undefined): readonly string[] {
  if (stats === undefined) return []
  const { title, label } = stageFigureTexts[name]
  const { perMs } = stageForm(name)
  const unit = name === 'audio_duration' ? '' : ' (ms)'
  return [banner(title, '-'), ...statisticRows(label + unit, stats, perMs)]
}

/** Parts of a pipeline that profiles itself. The 99th percentile is printed only if requested. */
function durationSection({ config, summary }: PrintedRun): readonly string[] {
  const durations = summary.stageDurations ?? []
  if (durations.length === 0) return []
  const hasTail = config.metricPercentiles.includes(99)
  return [
    banner(' Stage Durations ', '-'),
    ...durations.flatMap(({ name, mean, median, p99 }) => {
      const [label, unit] = [partLabel(name), name.endsWith('_ms') ? ' (ms)' : ' (s)']
      return [
        amount(`Mean ${label}${unit}:`, mean),
        amount(`Median ${label}${unit}:`, median),
        ...(hasTail ? [amount(`P99 ${label}${unit}:`, p99)] : []),
      ]
    }),
  ]
}

/** `WanPipeline.text_encoder.forward` is `Text Encoder Forward`, `queue_wait_ms` is `Queue Wait`. */
function partLabel(name: string): string {
  const words = name
    .replace(/^[^.]*Pipeline\./, '')
    .replace(/_ms$/, '')
    .replaceAll(/[_.]/g, ' ')
  return words
    .toLowerCase()
    .replaceAll(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1))
}

function stageEntries(run: MeasuredRunWithRecords): readonly PythonEntry[] {
  const { stages, stageDurations } = run.summary
  return [
    ...(stageDurations?.length ? durationEntries(stageDurations) : []),
    ...(stages?.length
      ? ([
          ['request_stage_metrics', run.records.map(compactReports)],
          ['per_stage_metrics', stages.map(stageObject)],
        ] as const)
      : []),
  ]
}

function durationEntries(durations: readonly StageDuration[]): readonly PythonEntry[] {
  const mapOf = (statistic: 'mean' | 'median' | 'p99') =>
    new Map(durations.map((duration) => [duration.name, float(duration[statistic])]))
  return [
    ['stage_durations_mean', mapOf('mean')],
    ['stage_durations_p50', mapOf('median')],
    ['stage_durations_p99', mapOf('p99')],
  ]
}

/** Format of the original, which drops times. */
function compactReports({ stageMetrics }: Pick<RequestRecord, 'stageMetrics'>): PythonValue {
  if (stageMetrics === undefined) return null
  return new Map(
    Object.entries<StageMetrics[string]>(stageMetrics).map(([id, report]) => [
      id,
      new Map(compactMembers(report)),
    ]),
  )
}

function compactMembers(report: StageReport): readonly PythonEntry[] {
  const members: readonly PythonEntry[] = [
    ['num_tokens_out', report.num_tokens_out ?? null],
    ['finish_reason', report.finish_reason ?? null],
    ['audio_frames', report.audio_frames ?? null],
    ['audio_duration_s', floatOrNull(report.audio_duration_s)],
  ]
  return members.filter(([name]) => name in report)
}

function stageObject(stage: StageSummary): Map<string, PythonValue> {
  return new Map<string, PythonValue>([
    ['stage_id', stage.id],
    ['stage_name', stage.name],
    ['final_output_type', stage.finalOutputType],
    ['output_unit_type', stage.outputUnitType],
    ['requests', stage.requests],
    ['total_output', stage.outputTokens],
    ['output_unit_count', stage.outputUnits],
    ['total_audio_duration_s', float(stage.audioS)],
    ['total_audio_frames', stage.audioFrames],
    ...stageFigures.flatMap((name) => statsMembers(name, stage.figures[name])),
  ])
}

function statsMembers(
  name: StageMetricName,
  stats: MetricStats | undefined,
): readonly PythonEntry[] {
  if (stats === undefined) return []
  const { suffix, perMs } = stageForm(name)
  return [
    [`mean_${name}${suffix}`, float(stats.mean * perMs)],
    [`median_${name}${suffix}`, float(stats.median * perMs)],
    [`std_${name}${suffix}`, floatOrNull(stats.std === null ? null : stats.std * perMs)],
    ...stats.percentiles.map(({ percentile, value }): PythonEntry => [
      `p${percentileText(percentile)}_${name}${suffix}`,
      float(value * perMs),
    ]),
  ]
}

export const omniPart = {
  key: '[stages]',
  isWide: true,
  head: durationSection,
  foot: stageSections,
  entries: stageEntries,
  table({ summary }) {
    const table = stageTable(summary)
    if (table.rows.length === 0) return null
    return {
      table,
      about: message('stages.about'),
      titleAt: (number) => message('report.stages', { number }),
    }
  },
  notes: ({ completed, stages }: Pick<RunSummary, 'completed' | 'stages'>) =>
    completed > 0 && stages?.length === 0 ? [message('notes.noStages', { count: completed })] : [],
} satisfies RunPart
