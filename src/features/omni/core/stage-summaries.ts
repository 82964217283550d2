// Statistics of pipeline stages over a run, by the formulas of vLLM-Omni's client (0.30.0, benchmarks/metrics/metrics.py).
import { mediaBackends } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { StageReport } from './stage-metrics.ts'
import {
  type StageDuration,
  type StageMetricName,
  stageFigures,
  type StageKind,
  type StageSummary,
} from './stage-summary.ts'
import { listedDurations } from '#core/stats/durations/durations.ts'
import { NumberList } from '#core/stats/durations/number-list.ts'
import { quantileS } from '#core/stats/durations/quantile.ts'
import { metricStats } from '#core/stats/metric-stats.ts'
import { isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'

const msPerS = 1000

/** Ordered by stage number. A stage counts only the requests that reported it. Exported for tests. */
export function stageSummaries(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
): StageSummary[] {
  const reports = new Map<number, StageReport[]>()
  for (const request of requests) {
    if (!isSuccess(request)) continue
    for (const [id, report] of Object.entries<StageReport>(request.record?.stageMetrics ?? {})) {
      const known = reports.get(Number(id))
      if (known === undefined) reports.set(Number(id), [report])
      else known.push(report)
    }
  }
  const byId = [...reports].toSorted(([a], [b]) => a - b)
  return byId.map(([id, reports]) => summaryOf(id, reports, percentiles))
}

function summaryOf(
  id: number,
  reports: readonly StageReport[],
  percentiles: readonly number[],
): StageSummary {
  const [first] = reports
  const finalOutputType = first?.final_output_type || 'unknown'
  const unitTypes = reports.flatMap(({ output_unit_type: type }) => type || [])
  const outputUnitType = unitTypes[0] ?? 'other'
  const kind = stageKindOf(finalOutputType, outputUnitType)
  const isText = finalOutputType === 'text' || outputUnitType === 'text'
  const isAudio = finalOutputType === 'audio' || outputUnitType === 'audio'
  const shown = stageFigures.filter((name) => figures[name].kinds.includes(kind))
  return {
    id,
    name: first?.stage_name || `stage_${id}`,
    ...{ kind, finalOutputType, outputUnitType },
    requests: reports.length,
    outputTokens: isText ? total(reports, wholeOf('num_tokens_out')) : 0,
    outputUnits: total(reports, wholeOf('output_unit_count')),
    audioS: isAudio ? total(reports, ({ audio_duration_s: s }) => Math.max(s ?? 0, 0)) : 0,
    audioFrames: isAudio ? total(reports, framesOf) : 0,
    figures: Object.fromEntries(
      shown.flatMap((name) => {
        const { valuesMs, isShown = isAny } = figures[name]
        const seconds = secondsOf(reports, valuesMs)
        const stats = metricStats(listedDurations(seconds), percentiles)
        return isShown(seconds) ? [[name, stats]] : []
      }),
    ),
  }
}

/** A video stage may report its frames as images. */
function stageKindOf(finalType: string, unitType: string): StageKind {
  if (['video', 'videos'].includes(finalType) || unitType === 'video') return 'video'
  if (['image', 'images'].includes(finalType) || unitType === 'image') return 'image'
  if (finalType === 'text' || unitType === 'text') return 'text'
  if (finalType === 'audio' || unitType === 'audio') return 'audio'
  return unitType === 'stream' ? 'stream' : 'other'
}

type NumberField = {
  [Field in keyof StageReport]-?: NonNullable<StageReport[Field]> extends number ? Field : never
}[keyof StageReport]

type ListField = 'inter_output_latencies_ms' | 'vllm_itls_ms'

function wholeOf(field: NumberField): (report: StageReport) => number {
  return (report) => Math.trunc(report[field] ?? 0)
}

function total(reports: readonly StageReport[], valueOf: (report: StageReport) => number): number {
  return reports.reduce((sum, report) => sum + valueOf(report), 0)
}

function framesOf(report: StageReport): number {
  const frames = wholeOf('audio_frames')(report)
  return frames <= 0 && report.output_unit_type === 'audio'
    ? wholeOf('output_unit_count')(report)
    : frames
}

type Values = (report: StageReport) => readonly number[]

/** Missing values read as 0. */
function each(field: NumberField): Values {
  return (report) => [report[field] ?? 0]
}

function positive(field: NumberField): Values {
  return (report) => ((report[field] ?? 0) > 0 ? [report[field] ?? 0] : [])
}

/** Its values; if absent, their mean. */
function listed(field: ListField, mean: NumberField): Values {
  return (report) => {
    const values = report[field] ?? null
    if (values !== null) return values.map((value) => value ?? 0)
    const only = report[mean] ?? null
    return only === null ? [] : [only]
  }
}

const known =
  (field: NumberField): Values =>
  (report) =>
    (report[field] ?? null) === null ? [] : [report[field] ?? 0]

/** Only for more than one unit. */
const perUnit: Values = (report) =>
  wholeOf('output_unit_count')(report) > 1 ? known('time_per_output_unit_ms')(report) : []

const isAny = (values: Float64Array) => values.length > 0

type Figure = Readonly<{
  kinds: readonly StageKind[]
  valuesMs: Values
  /** If absent, shown with any value. */
  isShown?: (values: Float64Array) => boolean
}>

const timed: readonly StageKind[] = ['text', 'audio', 'stream', 'other']

const figures: Readonly<Record<StageMetricName, Figure>> = {
  video_generation: { kinds: ['video'], valuesMs: each('stage_gen_time_ms') },
  image_generation: { kinds: ['image'], valuesMs: each('stage_gen_time_ms') },
  stage_gen_time: { kinds: timed, valuesMs: each('stage_gen_time_ms') },
  postprocess: {
    kinds: timed,
    valuesMs: each('postprocess_time_ms'),
    isShown: (values) => values.some((value) => value > 0),
  },
  serving_ttft: { kinds: ['text'], valuesMs: positive('serving_time_to_first_output_ms') },
  ttft: { kinds: ['text'], valuesMs: positive('vllm_ttft_ms') },
  tpot: { kinds: ['text'], valuesMs: positive('vllm_tpot_ms') },
  itl: { kinds: ['text'], valuesMs: listed('vllm_itls_ms', 'vllm_itl_ms') },
  serving_audio_ttfp: { kinds: ['audio'], valuesMs: positive('serving_time_to_first_output_ms') },
  audio_duration: {
    kinds: ['audio'],
    valuesMs: (report) => positive('audio_duration_s')(report).map((s) => s * msPerS),
  },
  serving_ttfc: { kinds: ['stream'], valuesMs: known('serving_time_to_first_output_ms') },
  tpoc: { kinds: ['stream'], valuesMs: perUnit },
  icl: {
    kinds: ['stream'],
    valuesMs: listed('inter_output_latencies_ms', 'inter_output_latency_ms'),
  },
}

function secondsOf(reports: readonly StageReport[], valuesMs: Values): Float64Array {
  const seconds = new NumberList()
  for (const report of reports) {
    for (const ms of valuesMs(report)) seconds.add(ms / msPerS)
  }
  return seconds.all
}

/** Excludes the generation time of whole stages, which is reported elsewhere. */
const isOfWholeStage = /^stage_\d+_gen_ms$/

/** Parts of self-profiling pipelines, in order of first report. Exported for tests. */
export function stageDurations(requests: Iterable<MeasuredRequest>): StageDuration[] {
  const lists = new Map<string, NumberList>()
  for (const request of requests) {
    if (!isSuccess(request)) continue
    for (const [name, duration] of Object.entries(request.made?.stages ?? {})) {
      if (isOfWholeStage.test(name)) continue
      const list = lists.get(name) ?? new NumberList()
      list.add(duration)
      lists.set(name, list)
    }
  }
  return [...lists].map(([name, { all }]) => {
    const durations = listedDurations(all)
    return {
      ...{ name, count: durations.count, mean: durations.meanS },
      median: quantileS(durations, 0.5),
      p99: quantileS(durations, 0.99),
    }
  })
}

/** Empty for backends of text. */
export function omniSummary(
  requests: Iterable<MeasuredRequest>,
  { backend, printStage, metricPercentiles }: BenchmarkConfig,
): Pick<RunSummary, 'stages' | 'stageDurations'> {
  if (!mediaBackends.includes(backend)) return {}
  const profiled = stageDurations(requests)
  return {
    ...(printStage && { stages: stageSummaries(requests, metricPercentiles) }),
    ...(profiled.length > 0 && { stageDurations: profiled }),
  }
}
